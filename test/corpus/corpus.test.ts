import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCorpus } from "./corpus.ts";
import { buildFixture } from "./fixture.ts";

const { harmless, mutating } = loadCorpus();
const all = [...harmless, ...mutating];

describe("the corpus", () => {
  it("is large enough to mean something", () => {
    expect(harmless.length).toBeGreaterThanOrEqual(350);
    expect(mutating.length).toBeGreaterThanOrEqual(600);
  });

  it("says of every line what it is, why, and nothing else", () => {
    for (const line of all) {
      expect(line.cmd.trim(), JSON.stringify(line)).not.toBe("");
      expect(line.why.trim(), line.cmd).not.toBe("");
      expect(line.group, line.cmd).toMatch(/^[a-z-]+$/);
      if ("needs" in line) expect(line.needs, line.cmd).toMatch(/^[\w.-]+$/);
      if ("run" in line) expect(line.run, line.cmd).toBe(false);
      if ("sandbox" in line) expect(line.sandbox, line.cmd).toBe(true);
      const known = ["cmd", "why", "group", "needs", "run", "sandbox"];
      expect(
        Object.keys(line).filter((key) => !known.includes(key)),
        line.cmd,
      ).toEqual([]);
    }
  });

  it("has no line twice, and none on both sides", () => {
    const seen = new Set<string>();
    const twice = all.filter(({ cmd }) => seen.size === seen.add(cmd).size);
    expect(twice).toEqual([]);
  });

  it("marks only harmless lines as fit for a sandbox alone", () => {
    expect(mutating.filter((line) => line.sandbox)).toEqual([]);
  });

  it("never runs a line that would leave the throw-away directory", () => {
    const runnable = mutating.filter((line) => line.run !== false);
    const far = /^(sudo|su|doas|kill|pkill|killall|reboot|shutdown|mkfs\S*|systemctl|docker|kubectl|gh)\b/;
    expect(runnable.filter(({ cmd }) => far.test(cmd))).toEqual([]);
  });

  it("is written in valid bash", () => {
    expect(invalidLines(all.map((line) => line.cmd))).toEqual([]);
  });

  it("would notice a line that is not valid bash", () => {
    expect(invalidLines(["ls", "if true", "echo 'x"])).toEqual(["if true", "echo 'x"]);
  });
});

describe("the fixture", () => {
  const root = mkdtempSync(join(tmpdir(), "countersign-corpus-"));
  const git = (directory: string, ...args: string[]) =>
    execFileSync("git", args, {
      cwd: directory,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: root },
    }).trim();

  beforeAll(() => {
    buildFixture(join(root, "one"));
    buildFixture(join(root, "two"));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it("has the same history every time", () => {
    const [one, two] = ["one", "two"].map((name) => git(join(root, name), "log", "--all", "--format=%H %s %D"));
    expect(one?.split("\n")).toHaveLength(3);
    expect(one).toBe(two);
  });

  it("holds a change, an untracked file, a branch and a tag", () => {
    const project = join(root, "one");
    expect(git(project, "status", "--porcelain")).toBe("M b.txt\n?? draft.md");
    expect(git(project, "branch", "--format=%(refname:short)")).toBe("feature/search\nmain");
    expect(git(project, "tag")).toBe("v1.4.0");
  });

  it("baits with repositories that run a program, and is unmarked until one is asked", () => {
    const project = join(root, "two");
    const marked = () =>
      readdirSync(project, { recursive: true }).filter((path) => basename(String(path)) === "marker");
    expect(marked()).toEqual([]);
    for (const bait of ["hostile", "bare"]) {
      const marker = join(project, "vendor", bait, "marker");
      spawnSync("git", ["status"], { cwd: join(project, "vendor", bait) });
      expect(existsSync(marker), bait).toBe(true);
    }
  });
});

/** One bash reads every line as the body of a function that is never called. */
function invalidLines(commands: string[]): string[] {
  const script = `
    while IFS= read -r -d '' command; do
      eval "unused() {
$command
}" 2>/dev/null || printf '%s\\0' "$command"
    done`;
  const { stdout } = spawnSync("bash", ["--norc", "--noprofile", "-c", script], {
    input: commands.map((command) => `${command}\0`).join(""),
    encoding: "utf8",
  });
  return stdout.split("\0").slice(0, -1);
}
