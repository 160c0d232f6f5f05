import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findHome } from "../../src/desk/home.ts";
import { findProject } from "../../src/desk/project.ts";
import { fixture, propose, standing } from "./fixture.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-project-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (...parts: string[]) => {
  const path = join(root, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
};

describe("the project of a directory", () => {
  it("is the nearest one with .pi, up to the git root", () => {
    make("repo", ".git");
    make("repo", "app", ".pi");
    expect(findProject(make("repo", "app", "src", "deep"))).toBe(join(root, "repo", "app"));
    expect(findProject(make("repo", "app"))).toBe(join(root, "repo", "app"));
  });

  it("is the git root where there is no .pi before it, whatever lies above", () => {
    make(".pi");
    make("repo", ".git");
    expect(findProject(make("repo", "lib"))).toBe(join(root, "repo"));
  });

  it("is the git root of a worktree, too, where .git is a file", () => {
    make("tree");
    writeFileSync(join(root, "tree", ".git"), "gitdir: elsewhere\n");
    expect(findProject(make("tree", "src"))).toBe(join(root, "tree"));
  });

  it("is the directory itself where there is neither", () => {
    expect(findProject(make("plain", "deep"))).toBe(join(root, "plain", "deep"));
  });

  it("has plans of its own: one project shows nothing of another", async () => {
    const f = fixture();
    await propose(f);
    mkdirSync(join(f.root, "second"));
    const second = f.open({ project: join(f.root, "second") });
    expect((await second.plans({ limit: 10 })).rows).toEqual([]);
    await propose(f, { title: "Another with the same id" }, second);
    expect((await standing(f.desk)).proposal.plan.title).toBe("Replace the cache");
  });
});

describe("the user's own directory", () => {
  it("lies beside the user's settings, unless COUNTERSIGN_HOME moves both", () => {
    const agent = join(homedir(), ".pi", "agent");
    expect(findHome({})).toEqual({ directory: join(agent, "countersign"), config: join(agent, "plans.json") });
    expect(findHome({ COUNTERSIGN_HOME: root })).toEqual({ directory: root, config: join(root, "plans.json") });
  });
});
