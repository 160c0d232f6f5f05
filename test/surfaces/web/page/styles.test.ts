import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../../src/surfaces/web/page/", import.meta.url));

/** The classes that begin a rule: what a style sheet decides how to draw. */
function drawn(sheet: string): Set<string> {
  const rules = sheet.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g);
  const begun = [...rules].flatMap(([, selectors = ""]) => selectors.split(","));
  return new Set(begun.flatMap((selector) => /^\s*\.([\w-]+)/.exec(selector)?.[1] ?? []));
}

describe("the styles of pages", () => {
  it("draw no class that another page's styles draw: they stay when the page is left", () => {
    const shared = drawn(
      globSync("styles/*.css", { cwd: root })
        .map((file) => readFileSync(`${root}${file}`, "utf8"))
        .join("\n"),
    );
    const pages = new Map<string, string[]>();
    for (const file of globSync("**/*.css", { cwd: root, exclude: ["styles/**"] }).sort())
      for (const name of drawn(readFileSync(`${root}${file}`, "utf8")))
        pages.set(name, [...(pages.get(name) ?? []), file]);
    const twice = [...pages].filter(([name, files]) => files.length > 1 && !shared.has(name));
    expect(pages.size).toBeGreaterThan(100);
    expect(twice).toEqual([]);
  });
});
