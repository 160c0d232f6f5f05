import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparablePath, isInside } from "../../src/policy/comparable-path.ts";
import { codePoint } from "../code-point.ts";
import { runs } from "../runs.ts";

/** Name by name, as the most forgiving file systems do it, however plain the path is. */
function slowly(path: string): string {
  const names = path
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{DI}/gu, "")
    .split("/");
  return names
    .map((name) => name.replace(/:.*$/, "").replace(/[. ]+$/, "") || name)
    .map((name) => (name === "git~1" ? ".git" : name))
    .join("/");
}

const odd = fc.constantFrom(
  "/",
  ".",
  "..",
  " ",
  ":",
  "~",
  "git~1",
  "GIT~1",
  ".GIT",
  "K",
  "\u200b",
  "ﬁ",
  "．",
  "a",
  "\n",
);
const path = fc.array(fc.oneof(odd, fc.string({ unit: codePoint, maxLength: 3 }), fc.string({ maxLength: 3 })), {
  maxLength: 12,
});

describe("a folded path", () => {
  it("is the same whether it looks plain or not", () => {
    fc.assert(
      fc.property(path, (parts) => {
        const text = parts.join("");
        expect(comparablePath(text)).toBe(slowly(text));
      }),
      { numRuns: runs(5000) },
    );
  });

  it("takes for one what some file system takes for one", () => {
    const same = [".git/config", ".GIT/Config", ".git./config", ".git /config", ".git::$DATA/config", "git~1/config"];
    for (const text of [...same, ".g\u200bit/config", "．git/config"]) expect(comparablePath(text)).toBe(".git/config");
  });

  it("is inside a directory only by whole names", () => {
    const inside = (text: string, directory: string) => isInside(text, directory);
    expect([inside("/a/b", "/a"), inside("/a", "/a"), inside("/a", "/"), inside("/a/b", "/a/")]).not.toContain(false);
    expect([inside("/ab", "/a"), inside("/a", "/a/b"), inside("/b/a", "/a"), inside("/a", "/a/")]).not.toContain(true);
  });
});
