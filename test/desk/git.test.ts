import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedSince, headCommit } from "../../src/desk/git.ts";
import type { Plan } from "../../src/plan/plan.ts";

let project: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-C", project, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { encoding: "utf8" });
const write = (path: string, text: string) => {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), text);
};

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "countersign-git-"));
  git("init", "-q");
  write("src/auth/jwt.ts", "1");
  write("src/http/server.ts", "1");
  git("add", "-A");
  git("commit", "-qm", "first");
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const planAt = (base?: string): Plan => ({
  id: "PLAN-00000001",
  title: "t",
  ...(base !== undefined && { base_commit: base }),
  steps: [
    { id: "sign", title: "s", files: ["src/auth/**"] },
    { id: "serve", title: "s", files: ["src/http/server.ts"] },
    { id: "free", title: "s" },
  ],
});

describe("the commit a plan was made on", () => {
  it("is the one the project is at, and none outside git", () => {
    expect(git("rev-parse", "HEAD").startsWith(headCommit(project) ?? "?")).toBe(true);
    expect(headCommit(tmpdir())).toBeUndefined();
  });

  it("tells which steps rely on files that changed since, committed or not", () => {
    const base = headCommit(project);
    expect(changedSince(project, planAt(base))).toEqual([]);
    write("src/auth/jwt.ts", "2");
    git("commit", "-qam", "second");
    write("src/http/server.ts", "2");
    expect(changedSince(project, planAt(base))).toEqual([
      { step: "sign", files: ["src/auth/jwt.ts"] },
      { step: "serve", files: ["src/http/server.ts"] },
    ]);
  });

  it("is nothing that git could take for an option, and an unknown one tells nothing", () => {
    expect(changedSince(project, planAt("--output=/tmp/x"))).toEqual([]);
    expect(changedSince(project, planAt("0000000"))).toEqual([]);
  });

  it("runs nothing the repository has configured", () => {
    const trap = join(project, "trap.sh");
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(project, "sprung")}\n`, { mode: 0o755 });
    for (const key of ["core.fsmonitor", "diff.external", "core.pager", "diff.x.textconv", "diff.x.command"])
      git("config", key, trap);
    write(".gitattributes", "*.ts diff=x\n");
    write("src/auth/jwt.ts", "3");
    expect(changedSince(project, planAt(headCommit(project)))).toHaveLength(1);
    expect(() => execFileSync("test", ["-e", join(project, "sprung")])).toThrow();
  });
});
