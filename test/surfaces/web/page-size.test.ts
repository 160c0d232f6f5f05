import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { builtPage } from "../../../scripts/bundle-web.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Gzipped, of all that a browser loads before a person does something. */
const MOST = 100_000;
/** Loaded besides the entry when the page opens: of those, the largest. */
const FIRST_PAGES = ["inbox", "plans", "plan-page", "run-page"];

describe("the built page", () => {
  let directory: string;
  let html: string;
  beforeAll(async () => {
    directory = await builtPage(root);
    html = readFileSync(join(directory, "index.html"), "utf8");
  }, 60_000);

  it("is small: less than 100 kB before a person does something, whichever page opens first", () => {
    const start = ["/index.html", ...loadedBy(html)];
    const sizes = FIRST_PAGES.map((name) => {
      const [entry] = globSync(`assets/${name}-*.js`, { cwd: directory });
      expect(entry, name).toBeDefined();
      const files = withImports(directory, [...start, `/${entry}`]);
      const styles = globSync(`assets/${name}-*.css`, { cwd: directory }).map((file) => `/${file}`);
      return [...new Set([...files, ...styles])].reduce((sum, file) => sum + gzipped(join(directory, file)), 0);
    });
    expect(Math.min(...sizes)).toBeGreaterThan(5000);
    expect(Math.max(...sizes)).toBeLessThan(MOST);
  });

  it("has no script and no style inside it, and loads nothing from elsewhere", () => {
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !address?.startsWith("/"))).toEqual([]);
  });

  it("has what its manifest names", () => {
    const manifest = JSON.parse(readFileSync(join(directory, "manifest.webmanifest"), "utf8"));
    for (const { src } of manifest.icons) expect(gzipped(join(directory, src))).toBeGreaterThan(100);
  });
});

function loadedBy(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/[^"]*\.(?:js|css))"/g)].map(([, address]) => address ?? "");
}

/** What these files import at once, not what they load later. */
function withImports(directory: string, files: readonly string[]): string[] {
  const all = new Set(files);
  // A set may grow while it is iterated.
  for (const file of all) {
    if (!file.endsWith(".js")) continue;
    const code = readFileSync(join(directory, file), "utf8");
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) all.add(`/assets/${name}`);
  }
  return [...all];
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(file)).length;
}
