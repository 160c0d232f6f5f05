import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesFiles } from "../../src/desk/matches-files.ts";
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
  it.each([
    [["src/**"], ["docs/**"]],
    [
      ["src/a/**", "test/a.ts"],
      ["src/b/*.ts", "docs/x/**"],
    ],
    [["src/auth/**"], ["src/authors/**"]],
    [["out/a"], ["out/b"]],
    [["README.md"], ["src/**", "LICENSE"]],
    [["src/*.ts"], ["src/*.md", "src/deep/x.ts"]],
    [["src/**/*.ts"], ["src/**/*.md"]],
    [["{src,lib}/**"], ["docs/**"]],
    [["src/{a,b}.ts"], ["src/{c,d}.ts"]],
    [["src/routes/+page.ts"], ["src/routes/+layout.ts"]],
    [["node_modules/@types/a/**"], ["node_modules/@types/b/**"]],
    [["a*c"], ["b*c"]],
  ])("may be, if they have no file in common: %j and %j", (a, b) => {
    expect([both(a, b), both(b, a)]).toEqual([undefined, undefined]);
  });

  it.each([
    [["src/auth/**"], ["src/auth/*.ts"], "both may write src/auth/*.ts"],
    [["src/**"], ["src/auth/login.ts"], "both may write src/auth/login.ts"],
    [["out/report.md", "out/a"], ["out/b", "out/*.md"], "both may write out/report.md"],
    [["out"], ["out/b"], "both may write out"],
    [["**/*.ts"], ["docs/*"], "both may write files that match **/*.ts and docs/*"],
    [["./src/**"], ["src/y/**"], "both may write files that match ./src/** and src/y/**"],
    [["src//a/**"], ["src/a/x"], "both may write src/a/x"],
    [["src/*/../../docs/**"], ["docs/**"], "both may write docs/**"],
    [["src/x/../y/**"], ["docs/**"], "both may write docs/**"],
    [["/docs/**"], ["docs/**"], "both may write docs/**"],
    [["src/{..,a}/docs/x"], ["docs/**"], "both may write docs/**"],
    [["src/{a,../../docs}/**"], ["docs/**"], "both may write docs/**"],
    [["src/a\\*b"], ["docs/x"], "both may write docs/x"],
    [["src/@(a|b/c)"], ["docs/x"], "both may write docs/x"],
    [["src/[ab].ts"], ["src/c.ts"], "both may write src/c.ts"],
    [["a{1..3}.ts"], ["a2.ts"], "both may write a2.ts"],
    [["src/{.,}./x"], ["x"], "both may write x"],
    [["ΑΣ*"], ["ΑΣΑ"], "both may write ΑΣΑ"],
    [["*b"], ["a：b"], "both may write a：b"],
    [["git~*"], ["git~1"], "both may write git~1"],
    [["a\u0301*"], ["a\u0301\u0323"], "both may write a\u0301\u0323"],
  ])("may not be, if they could write one file: %j and %j", (a, b, reason) => {
    expect(both(a, b)).toBe(reason);
    expect(both(b, a)).toContain("both may write");
  });

  it("may not be, if only letters that some file systems do not tell apart differ", () => {
    expect(both(["SRC/Auth/**"], ["src/auth/x"])).toBe("both may write src/auth/x");
    expect(both(["caf\u00e9/**"], ["cafe\u0301/**"])).toContain("both may write");
    expect(both(["caf\u00e9/x"], ["cafe*/x"])).toContain("both may write");
    expect(both(["src./**"], ["src/**"])).toContain("both may write");
  });

  it("may not be in one directory, if the sandbox cannot keep one of them apart there", () => {
    const apart = (id: string) => (scope: { id: string }) => (scope.id === id ? "out has too many entries" : undefined);
    const waits = (a: string[], b: string[], id: string) => overlap(step("one", a), step("two", b), apart(id));
    expect(waits(["out/a"], ["out/b"], "one")).toBe("both write in out, and out has too many entries");
    expect(waits(["README.md"], ["LICENSE"], "two")).toBe(
      "both write in the project's own directory, and out has too many entries",
    );
    expect(waits(["README.md"], ["src/**"], "two")).toBe("both write in src, and out has too many entries");
    expect(waits(["out/a"], ["src/b"], "one")).toBeUndefined();
    expect(waits(["out/a"], ["out/b"], "three")).toBeUndefined();
  });

  it("may not be, if one of them says nothing about its files", () => {
    expect(overlap(step("one"), step("two", ["src/**"]))).toBe("one may write any file of the project");
    expect(overlap(step("one"), step("two"))).toBe("both may write any file of the project");
  });

  it("take no comfort in globs that take files out again", () => {
    expect(both(["src/**", "!src/auth/**"], ["src/auth/**"])).toBe("both may write src/auth/**");
    expect(both(["!src/auth/**"], ["docs/**"])).toBe("one may write any file of the project");
  });

  it.each(["research", "design"] as const)("may be, if one is for %s: it writes nothing", (mode) => {
    expect(overlap(step("one", undefined, mode), step("two"))).toBeUndefined();
    expect(overlap(step("one"), step("two", ["src/**"], mode))).toBeUndefined();
  });

  it("are told apart without a character that nobody sees", () => {
    expect(both(["a\u202Eb/**"], ["a\u202Eb/**"])).toBe('both may write "a‹U+202E›b/**"');
  });

  it("never match one path both, if it says that they may be", () => {
    const name = fc.constantFrom("a", "b", "A", "ab", ".", "..", "");
    const part = fc.oneof(
      { weight: 3, arbitrary: name },
      fc.constantFrom("*", "**", "a*", "*b", "a*b", "?", "[ab]", "{a,b}", "a{,b}", "!(a)", "+(a|b)", "@(a)", "[!a]"),
      fc.constantFrom("{a,b/..}", "{..,a}", "{a/b,b}", "{a,{b,ab}}", "{a", "a}", "a**", "**a", "[a", "(a", "{a}"),
    );
    const start = fc.constantFrom("a", "b", "ab", "./b", "a/b", "b/a", "a/./ab", "");
    const glob = fc
      .tuple(start, fc.array(part, { minLength: 1, maxLength: 3 }))
      .map(([first, parts]) => [first, ...parts].filter((it, at) => at > 0 || it !== "").join("/"));
    const files = fc.array(glob, { minLength: 1, maxLength: 2 });
    const path = fc
      .array(fc.constantFrom("a", "b", "ab", "A", "aab", "ba"), { minLength: 1, maxLength: 4 })
      .map((it) => it.join("/"));
    const isIn = (globs: string[], it: string) => globs.some((one) => !one.startsWith("!") && matchesFiles(it, one));
    let [disjoint, common] = [0, 0];
    fc.assert(
      fc.property(files, files, fc.array(path, { minLength: 10, maxLength: 20 }), (a, b, paths) => {
        const shared = paths.filter((it) => isIn(a, it) && isIn(b, it));
        common += Number(shared.length > 0);
        if (both(a, b) !== undefined) return;
        disjoint++;
        expect(shared).toEqual([]);
      }),
      { numRuns: runs(20_000) },
    );
    expect([disjoint > runs(2_000), common > runs(100)]).toEqual([true, true]);
  });
});
