import { matchesGlob } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { overlap } from "../../src/run/overlap.ts";
import { runs } from "../runs.ts";

const step = (id: string, files?: string[], mode?: Step["mode"]) => ({
  id,
  ...(files && { files }),
  ...(mode && { mode }),
});
const both = (a: string[], b: string[]) => overlap(step("one", a), step("two", b));

describe("two steps at the same time", () => {
  it("may be, if their files are in different directories", () => {
    expect(both(["src/**"], ["docs/**"])).toBeUndefined();
    expect(both(["src/a/**", "test/a.ts"], ["src/b/*.ts", "docs/x/**"])).toBeUndefined();
    expect(both(["src/auth/**"], ["src/authors/**"])).toBeUndefined();
  });

  it.each([
    [["src/auth/**"], ["src/auth/*.ts"], "both may write src/auth"],
    [["src/**"], ["src/auth/login.ts"], "both may write src/auth"],
    [["src/a.ts"], ["src/b.ts"], "both may write src"],
    [["README.md"], ["src/**"], "both may write src"],
    [["README.md"], ["LICENSE"], "both may write the project's own directory"],
    [["**/*.ts"], ["docs/**"], "both may write docs"],
    [["./src/**"], ["src/x/../y/**"], "both may write src"],
    [["src//a/**"], ["src/a/**"], "both may write src/a"],
    [["{src,lib}/**"], ["docs/**"], "both may write docs"],
    [["src/*/../../docs/**"], ["docs/**"], "both may write docs"],
    [["/docs/**"], ["docs/**"], "both may write docs"],
    [["src/{..,a}/docs/x"], ["docs/**"], "both may write docs"],
    [["src/{a,../../docs}/**"], ["docs/**"], "both may write docs"],
  ])("may not be, if they could write in one directory: %j and %j", (a, b, reason) => {
    expect(both(a, b)).toBe(reason);
    expect(both(b, a)).toBe(reason);
  });

  it("may not be, if only letters that some file systems do not tell apart differ", () => {
    expect(both(["SRC/Auth/**"], ["src/auth/**"])).toBe("both may write SRC/Auth");
    expect(both(["caf\u00e9/**"], ["cafe\u0301/**"])).toContain("both may write");
    expect(both(["src./**"], ["src/**"])).toContain("both may write");
  });

  it("may not be, if one of them says nothing about its files", () => {
    expect(overlap(step("one"), step("two", ["src/**"]))).toBe("one may write any file of the project");
    expect(overlap(step("one"), step("two"))).toBe("both may write any file of the project");
  });

  it("take no comfort in globs that take files out again", () => {
    expect(both(["src/**", "!src/auth/**"], ["src/auth/**"])).toBe("both may write src/auth");
    expect(both(["!src/auth/**"], ["docs/**"])).toBe("one may write any file of the project");
  });

  it.each(["research", "design"] as const)("may be, if one is for %s: it writes nothing", (mode) => {
    expect(overlap(step("one", undefined, mode), step("two"))).toBeUndefined();
    expect(overlap(step("one"), step("two", ["src/**"], mode))).toBeUndefined();
  });

  it("are told apart without a character that nobody sees", () => {
    expect(both(["a\u202Eb/**"], ["a\u202Eb/**"])).toBe('both may write "a‹U+202E›b"');
  });

  it("never match one path both, if it says that they may be", () => {
    const name = fc.constantFrom("a", "b", "A", "ab", ".", "..", "");
    const part = fc.oneof(
      { weight: 3, arbitrary: name },
      fc.constantFrom("*", "**", "a*", "?", "[ab]", "{a,b}", "!(a)", "+(a|b)", "@(a)", "[!a]", "{a,b/..}", "{..,a}"),
    );
    const start = fc.constantFrom("a", "b", "ab", "./b", "a/b", "b/a", "a/./ab", "");
    const glob = fc
      .tuple(start, fc.array(part, { minLength: 1, maxLength: 3 }))
      .map(([first, parts]) => [first, ...parts].filter((it, at) => at > 0 || it !== "").join("/"));
    const files = fc.array(glob, { minLength: 1, maxLength: 2 });
    const path = fc
      .array(fc.constantFrom("a", "b", "ab", "A"), { minLength: 1, maxLength: 4 })
      .map((it) => it.join("/"));
    let disjoint = 0;
    fc.assert(
      fc.property(files, files, fc.array(path, { minLength: 10, maxLength: 20 }), (a, b, paths) => {
        if (both(a, b) !== undefined) return;
        disjoint++;
        const isIn = (globs: string[], it: string) => globs.some((one) => !one.startsWith("!") && matchesGlob(it, one));
        expect(paths.filter((it) => isIn(a, it) && isIn(b, it))).toEqual([]);
      }),
      { numRuns: runs(10_000) },
    );
    expect(disjoint).toBeGreaterThan(runs(1_000));
  });
});
