import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSoon } from "../../src/desk/find-soon.ts";
import { projectFacts } from "../../src/desk/project-facts.ts";
import { afterTest } from "../agent/bench/after-test.ts";

function projectWith(files: readonly string[]): string {
  const project = mkdtempSync(join(tmpdir(), "countersign-facts-"));
  afterTest(() => rmSync(project, { recursive: true, force: true }));
  for (const file of files) {
    try {
      mkdirSync(join(project, dirname(file)), { recursive: true });
      writeFileSync(join(project, file), "");
    } catch {
      // A file leaves no place for a directory.
    }
  }
  return project;
}

const leaveOut = (name: string) => name === "node_modules" || name === ".git";

describe("whether a glob of a plan matches anything", () => {
  it("is what Node finds, left out what is not the project's own", () => {
    const name = fc.constantFrom("a", "b.ts", ".x", "src", "node_modules", ".git", "a+b", "c(d)", "src.ts");
    const part = fc.oneof(name, fc.constantFrom("*", "**", "*.ts", "?", "{a,src}", "[ab]*", "!(a)", ".*", ".", ""));
    const path = (of: fc.Arbitrary<string>) => fc.array(of, { minLength: 1, maxLength: 4 }).map((all) => all.join("/"));
    fc.assert(
      fc.property(
        fc.array(path(name), { maxLength: 6 }),
        fc.array(path(part), { minLength: 10, maxLength: 20 }),
        (files, globs) => {
          const project = projectWith(files);
          for (const glob of globs.filter((one) => /[*?[\]{}!]/.test(one) && one.split("**").length <= 4)) {
            const found = globSync(glob, { cwd: project, exclude: leaveOut });
            expect([glob, projectFacts(project).matches?.(glob)]).toEqual([glob, found.length > 0]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("is known after a few looks where there is a lot", () => {
    const project = projectWith(["src/a/deep/one.ts", "src/b.md"]);
    for (const glob of ["src/**", "**/*.ts", "src/*.md", "s*/**/{one,two}.ts"]) {
      expect([glob, findSoon(project, glob, leaveOut)]).toEqual([glob, true]);
    }
  });

  it("is looked for no longer than a moment, however many globs a plan has", () => {
    const project = projectWith(Array.from({ length: 300 }, (_, index) => `src/${index % 30}/deep/${index}.ts`));
    const { matches } = projectFacts(project);
    const began = performance.now();
    const found = Array.from({ length: 4_000 }, (_, index) => matches?.(`{a,b}**/*${index}*/**`));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect([found[0], found.at(-1)]).toEqual([false, true]);
  });

  it("is not looked for behind a link", () => {
    const outside = projectWith(["secret/a.ts"]);
    const project = projectWith(["src/b.ts"]);
    symlinkSync(outside, join(project, "src/link"));
    expect(findSoon(project, "src/**/a.ts", leaveOut)).toBe(false);
  });
});
