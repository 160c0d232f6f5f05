import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedSince, hiddenChanges } from "../../src/desk/git.ts";
import { headCommit } from "../../src/desk/head-commit.ts";
import type { Plan } from "../../src/plan/plan.ts";

let root: string;
let project: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-C", project, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
    encoding: "utf8",
    stdio: "pipe",
  });
const write = (path: string, text: string) => {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "countersign-git-"));
  project = join(root, "project");
  mkdirSync(project);
  git("init", "-q");
  write("src/auth/jwt.ts", "1");
  write("src/http/server.ts", "1");
  git("add", "-A");
  git("commit", "-qm", "first");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

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
  it("is compared without a trace: a file that was only touched has not changed, and the index stays as it is", () => {
    const base = headCommit(project);
    const index = readFileSync(join(project, ".git/index"), "base64");
    utimesSync(join(project, "src/http/server.ts"), 1, 1);
    expect(changedSince(project, planAt(base))).toEqual([]);
    expect(readFileSync(join(project, ".git/index"), "base64")).toBe(index);
  });

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

  describe("in a repository that names programs", () => {
    const isSprung = () => existsSync(join(root, "sprung"));
    let trap: string;
    beforeEach(() => {
      trap = join(project, "trap.sh");
      writeFileSync(trap, `#!/bin/sh\n: > ${join(root, "sprung")}\ncat\n`, { mode: 0o755 });
    });
    /** Other content, and a time that makes git compare it. */
    const change = (path: string) => {
      write(path, "3");
      utimesSync(join(project, path), 1_000_000_000, 1_000_000_000);
    };

    it.each([
      ...["filter.x.clean", "filter.x.process", "core.fsmonitor", "diff.external", "core.pager", "diff.x.textconv"],
      ...["diff.x.command"],
    ])("runs none of them, and still tells what was committed: %s", (key) => {
      const base = headCommit(project);
      write("src/http/server.ts", "2");
      write(".gitattributes", "*.ts diff=x filter=x\n");
      git("add", "src", ".gitattributes");
      git("commit", "-qm", "second");
      git("config", key, trap);
      change("src/auth/jwt.ts");
      expect(changedSince(project, planAt(base))).toEqual([{ step: "serve", files: ["src/http/server.ts"] }]);
      expect(headCommit(project)).toBeDefined();
      expect(isSprung()).toBe(false);
      expect(hiddenChanges(project)).toContain(key);
      // Not because the trap is broken.
      if (key.startsWith("filter") && key.endsWith("clean"))
        git("diff", "--no-ext-diff", "--no-textconv", "--name-only");
      if (key === "filter.x.clean") expect(isSprung()).toBe(true);
    });

    it("fetches no missing object with them", () => {
      const base = headCommit(project) ?? "";
      write("src/auth/jwt.ts", "2");
      git("commit", "-qam", "second");
      const tree = git("rev-parse", `${base}^{tree}`).trim();
      // One that hangs up, so that git does not wait for it.
      writeFileSync(trap, `#!/bin/sh\n: > ${join(root, "sprung")}\nexit 1\n`);
      rmSync(join(project, ".git", "objects", tree.slice(0, 2), tree.slice(2)), { force: true });
      const settings = {
        "remote.o.url": "ssh://example.invalid/x",
        "remote.o.promisor": "true",
        "core.sshCommand": trap,
      };
      for (const [key, value] of Object.entries({
        ...settings,
        "extensions.partialClone": "o",
        "protocol.ssh.allow": "always",
      }))
        git("config", key, value);
      git("config", "core.repositoryFormatVersion", "1");
      expect(changedSince(project, planAt(base))).toEqual([]);
      expect(isSprung()).toBe(false);
      expect(() => git("diff", "--name-only", base, "HEAD")).toThrow();
      expect(isSprung()).toBe(true);
    });

    it("tells nothing where it cannot be looked at", () => {
      const base = headCommit(project);
      change("src/auth/jwt.ts");
      expect(hiddenChanges(project)).toBeUndefined();
      writeFileSync(join(project, ".git", "index"), "no index");
      expect(changedSince(project, planAt(base))).toEqual([]);
      expect(hiddenChanges(project)).toContain("index");
    });
  });
});
