import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { READING, REFUSED } from "./git-calls.ts";
import { reasonAgainst } from "./reason-against.ts";

describe("git", () => {
  it.each(READING)("allows %s", (command) => {
    expect(reasonAgainst(command)).toBeUndefined();
  });

  it.each(REFUSED)("refuses %s", (command, reason) => {
    expect(reasonAgainst(command)).toContain(reason);
  });

  it("shows how a sub-command that reads is used", () => {
    expect(reasonAgainst("git log -h")).toBeUndefined();
    expect(reasonAgainst("git stash -h")).toBeUndefined();
    expect(reasonAgainst("git log -h --output=x")).toBeDefined();
    expect(reasonAgainst("git commit -h")).toBeDefined();
  });

  it("refuses the same calls in the sandbox", () => {
    const about = /is unknown|git_configuration/;
    const allowed = REFUSED.filter(([command]) => reasonAgainst(command, { sandboxed: true }) === undefined);
    expect(allowed.filter(([command]) => !about.test(reasonAgainst(command) ?? ""))).toEqual([]);
  });

  it("refuses to run where the repository runs something, and says what", () => {
    const git = () => ({ found: "harmful", because: ["core.fsmonitor=evil", "filter.x.clean=evil"] }) as const;
    expect(reasonAgainst("git status", { git })).toMatch(/git_configuration.*core\.fsmonitor=evil, filter\.x/);
    expect(reasonAgainst("git rev-parse HEAD", { git })).toContain("git_configuration");
    expect(reasonAgainst("git --version", { git })).toBeUndefined();
    expect(reasonAgainst("git status", { git, sandboxed: true })).toBeUndefined();
  });

  it("refuses to run where the repository could not be looked at, and runs where there is none", () => {
    expect(reasonAgainst("git log", { git: () => ({ found: "unknown", because: "no such directory" }) })).toContain(
      "no such directory",
    );
    expect(reasonAgainst("git log", { git: () => ({ found: "none" }) })).toBeUndefined();
  });

  it("looks where -C leads, one after the other, from every directory it may be in", () => {
    const seen: string[] = [];
    const git = (directory: string) => {
      seen.push(directory);
      return directory === "/project/evil" ? HARMFUL : ({ found: "harmless" } as const);
    };
    expect(reasonAgainst("git -C sub -C .. -C '' -C evil log", { git })).toContain("core.pager");
    expect(seen).toEqual(["/project/evil"]);
    expect(reasonAgainst("git -C /elsewhere log", { git })).toBeUndefined();
    expect(seen.at(-1)).toBe("/elsewhere");
    expect(reasonAgainst("for d in good evil; do git -C $d log; done", { git })).toContain("core.pager");
    expect(reasonAgainst("cd evil && git status", { git })).toContain("core.pager");
  });

  it("refuses to run where nobody knows", () => {
    const somewhere = (line: string) => reasonAgainst(`for d in packages/*; do cd -- "$d" && ${line}; done`);
    expect(somewhere("git status")).toContain("git_configuration");
    expect(somewhere("git --version")).toBeUndefined();
  });
});

const HARMFUL = { found: "harmful", because: ["core.pager=evil"] } as const;

describe("git, run for real", () => {
  let home = "";
  let repository = "";

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "git-calls-"));
    repository = join(home, "repository");
    makeRepository(home, repository);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it("changes nothing with any call that is allowed", { timeout: 120_000 }, () => {
    const before = fingerprint(home);
    const failed: string[] = [];
    const changing = READING.filter((command) => {
      const { status } = spawnSync("bash", ["--norc", "-c", command], options(home, repository));
      if (status === 129 || status === 127) failed.push(command);
      return fingerprint(home) !== before;
    });
    expect(changing).toEqual([]);
    // 129: git did not understand its options, so the tables would be wrong.
    expect(failed.filter((command) => !NEWER.has(command))).toEqual([]);
  });

  it("would see a change", () => {
    const before = fingerprint(home);
    spawnSync("bash", ["-c", "git log --author -q --since --output=written"], options(home, repository));
    expect(fingerprint(home)).not.toBe(before);
  });
});

/** Not every git has these yet, or any more. */
const NEWER = new Set(["git reflog list", "git whatchanged -1", "git config list", "git config get user.name"]);

function options(home: string, cwd: string) {
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    HOME: home,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    file: "a.txt",
    a: "a.txt",
    b: "src/b.txt",
    files: "a.txt src",
    depth: "1",
    who: "someone",
    pattern: "needle",
    revision: "HEAD",
  };
  return { cwd, env, input: "", stdio: ["pipe", "ignore", "ignore"] as const, timeout: 10_000 } as never as {
    cwd: string;
  };
}

function makeRepository(home: string, repository: string): void {
  const run = (script: string) => execFileSync("bash", ["-e", "-c", script], options(home, repository));
  mkdirSync(join(repository, "src"), { recursive: true });
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = someone\n\temail = someone@example.com\n");
  writeFileSync(join(repository, "a.txt"), "one needle\nfoo\n");
  writeFileSync(join(repository, "src/b.txt"), "two\n");
  writeFileSync(join(repository, "order.txt"), "*.txt\n");
  writeFileSync(join(repository, ".gitignore"), "*.log\n");
  run("git init -q -b main && git add . && git commit -qm first && git tag v1 && git remote add origin ../nowhere");
  run("git checkout -q -b topic && echo three >> a.txt && git commit -qam second && git checkout -q main");
  run("echo four >> src/b.txt && git commit -qam third && git notes add -m note && echo five >> a.txt && git stash -q");
  run("git diff HEAD~1 HEAD > change.patch && git bundle create -q change.bundle HEAD && echo > ignored.log");
  run("echo six >> src/b.txt && git add src/b.txt && echo seven >> a.txt");
}

function fingerprint(directory: string): string {
  const hash = createHash("sha256");
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(path, entry.name);
      const { mode, mtimeMs, ino } = statSync(full);
      hash.update(`${full}\0${mode}\0${mtimeMs}\0${ino}\0`);
      if (entry.isDirectory()) visit(full);
      else hash.update(readFileSync(full));
    }
  };
  visit(directory);
  return hash.digest("hex");
}
