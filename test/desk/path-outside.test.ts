import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { GitFailed } from "../../src/desk/git/git-failed.ts";
import { runGit } from "../../src/desk/git/launch-git.ts";
import { pathOutside } from "../../src/desk/tree/path-outside.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { fixture } from "./fixture.ts";

function made(...path: string[]): string {
  const directory = join(...path);
  mkdirSync(directory, { recursive: true });
  return directory;
}

function withHome(home: string): void {
  const before = process.env["HOME"];
  process.env["HOME"] = home;
  afterTest(() => {
    process.env["HOME"] = before;
  });
}

describe("the PATH outside of a project", () => {
  it("has nothing of a repository around it", () => {
    const { root } = fixture();
    const [outside, repository] = [made(root, "bin"), made(root, "repository")];
    made(repository, ".git");
    const project = made(repository, "packages/one/.pi", "..");
    const path = [made(repository, "bin"), made(project, "bin"), made(repository, "packages/two/bin"), outside];
    expect(pathOutside(project, path.join(delimiter))).toBe(outside);
  });

  it("has the programs of a home directory that is a repository, unless that is the project", () => {
    const { root } = fixture();
    const [home, own] = [made(root, "home"), made(root, "home/.local/bin")];
    made(home, ".git");
    withHome(home);
    expect(pathOutside(made(home, "project"), own)).toBe(own);
    expect(pathOutside(home, own)).not.toBe(own);
  });

  it("is the same for a project that is gone: git fails there as it would anywhere", () => {
    const gone = join(fixture().root, "gone");
    expect(pathOutside(gone, [join(gone, "bin"), "/usr/bin"].join(delimiter))).toBe("/usr/bin");
    expect(() => runGit(["version"], { project: gone })).toThrow(GitFailed);
  });
});
