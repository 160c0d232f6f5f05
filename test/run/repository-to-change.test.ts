import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { repositoryToChange } from "../../src/run/repository-to-change.ts";
import { Ground } from "./snapshot-fixture.ts";

let ground: Ground;
beforeEach(() => {
  ground = new Ground();
  ground.write("sub/a.ts", "1");
  ground.commit();
});
afterEach(() => ground.clear());

describe("the repository that a step may change", () => {
  it("is the project's own, also where the project is a directory in it", () => {
    const own = { gitDir: ground.path(".git"), commonDir: ground.path(".git") };
    expect(repositoryToChange(ground.project)).toEqual(own);
    expect(repositoryToChange(ground.path("sub"))).toEqual(own);
  });

  it("is the one of a linked work tree, or of a submodule", () => {
    const linked = join(ground.root, "linked");
    ground.git("worktree", "add", "-q", linked);
    const gitDir = ground.path(".git/worktrees/linked");
    expect(repositoryToChange(linked)).toEqual({ gitDir, commonDir: ground.path(".git") });
    const other = new Ground();
    try {
      other.git("submodule", "add", "-q", ground.project, "lib");
      const there = other.path(".git/modules/lib");
      expect(repositoryToChange(other.path("lib"))).toEqual({ gitDir: there, commonDir: there });
    } finally {
      other.clear();
    }
  });

  it("is none that only a file of the project names", () => {
    const evil = join(ground.root, "evil");
    mkdirSync(evil);
    writeFileSync(join(evil, ".git"), `gitdir: ${ground.path(".git")}\n`);
    expect(repositoryToChange(evil)).toBeUndefined();
    ground.git("worktree", "add", "-q", join(ground.root, "linked"));
    writeFileSync(join(evil, ".git"), readFileSync(join(ground.root, "linked/.git")));
    expect(repositoryToChange(evil)).toBeUndefined();
  });

  it("is none where there is none", () => {
    expect(repositoryToChange(ground.root)).toBeUndefined();
  });
});
