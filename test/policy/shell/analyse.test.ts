import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { analyse } from "../../../src/policy/shell/analyse.ts";
import type { ShellFacts } from "../../../src/policy/shell/analysis.ts";
import type { GitLook } from "../../../src/policy/world.ts";
import { facts } from "./facts.ts";
import { KNOWN_COMMANDS } from "./known-commands.ts";

/** The first reason against a command line, and the part of it that is the reason. */
function against(command: string, more: Partial<ShellFacts> = {}): string | undefined {
  const analysis = analyse(command, facts(more));
  if (analysis.readOnly) return undefined;
  const [{ code, text }] = analysis.findings;
  return `${code}: ${text}`;
}

/** One command line a line, with ⏎ for line breaks in it; `##` parts it from what is expected. */
function table(name: string): [string, string][] {
  return readFileSync(new URL(name, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ## ") as [string, string])
    .map(([command, expected]) => [command.replaceAll("⏎", "\n"), expected ?? ""]);
}

describe("a command line is read-only", () => {
  it.each(table("read-only.txt"))("%s", (command) => {
    expect(against(command)).toBeUndefined();
  });
});

describe("what is not read-only, and which part of the line is the reason:", () => {
  it.each(table("not-read-only.txt"))("%s", (command, expected) => {
    expect(against(command)).toBe(expected);
  });

  it("names the place in the line by its offsets", () => {
    const analysis = analyse("ls -la src; sort -o out a.txt", facts());
    expect(analysis).toMatchObject({ readOnly: false, findings: [{ start: 17, end: 19, text: "-o" }] });
  });

  it("names every reason, in the order of the line, each once", () => {
    const analysis = analyse("for d in a b; do cd $d; rm x; done; touch y > z", facts());
    const texts = analysis.readOnly ? [] : analysis.findings.map(({ text }) => text);
    expect(texts).toEqual(["rm", "touch", "> z"]);
  });

  it("refuses what bash could not read either", () => {
    for (const command of ["ls 'x", "if ls; then", "(ls", "echo $(ls", "ls )", "case x in", "ls &&"]) {
      expect(against(command), command).toMatch(/^syntax|^not_understood/);
    }
  });

  it("refuses control characters, odd blanks, and lines that nobody could read", () => {
    expect(against("ls\r\nrm x")).toMatch("not_understood");
    expect(against("ls\u00a0x")).toMatch("not_understood");
    expect(against("echo \u001b[2K")).toMatch("not_understood");
    expect(against(`echo ${"a".repeat(10_000)}`)).toMatch("too_long");
    expect(against("$(".repeat(1000))).toMatch("too_long");
  });
});

describe("what once got through is refused:", () => {
  it.each(table("attacks.txt"))("%s", (command) => {
    expect(against(command)).toBeDefined();
  });
});

describe("commands somebody taught us", () => {
  const allow = ["acme show *", "acme status", "acme get name=*", "rm *", "sort --batch-size=*"];

  it.each([
    "acme show",
    "acme show -json plan",
    "acme status | head -1",
    "acme get name=x",
    "sort --batch-size=4 a.txt",
  ])("may be used as they were taught: %s", (command) => {
    expect(against(command, { allow: command.startsWith("sort") ? ["sort --batch-size=* *"] : allow })).toBeUndefined();
  });

  it.each([
    "acme apply",
    "acme show > out",
    "acme show; rm x",
    "acme show $(rm x)",
    "acme show $x",
    "acme status now",
    "acme get --write",
    "acme get other=x",
    "rm x",
    "./acme show",
    "sort -o out a.txt",
  ])("are nothing else: %s", (command) => {
    expect(against(command, { allow: [...allow, "sort *", "./acme *"] })).toBeDefined();
  });
});

describe("where a command runs", () => {
  const looks: Record<string, GitLook> = {
    "/": { found: "none" },
    "/project": { found: "harmless" },
    "/project/src": { found: "harmless" },
    "/project/evil": { found: "harmful", because: ["core.fsmonitor in /project/evil/.git/config"] },
  };
  const world = {
    resolve: (path: string, from: string) => posix.resolve(from, path),
    find: (directory: string, names: readonly string[]) =>
      directory === "/project/evil" && names.includes("rust-toolchain") ? ["/project/evil/rust-toolchain"] : [],
    read: () => undefined,
    git: (directory: string): GitLook => looks[directory] ?? { found: "unknown", because: "it does not exist" },
  };

  it.each([
    "git status",
    "cd src && git log",
    "(cd evil && ls); git status",
    "cd src; cd ..; git diff",
    "git -C src log",
  ])("is known, and git allowed where its configuration is harmless: %s", (command) => {
    expect(against(command, { world })).toBeUndefined();
  });

  it.each([
    "cd evil && git status",
    "cd src && cd ../evil && git status",
    "cd evil; git log",
    "if cd evil; then git status; fi",
    "pushd evil; git status",
    "git -C evil status",
    "git -C src -C ../evil status",
    "cd missing && git status",
    'cd "$d" && git status',
    "cd -; git status",
    "for d in src evil; do cd $d; git status; done",
    "while ls; do git status; cd ..; done",
    "f() { git status; }; cd evil; f",
    "f() { cd evil; }; f; git status",
    "cd evil | cat; bash -c 'cd evil; git status'",
    "xargs -I{} git -C {} status",
    "env -C evil git status",
  ])("is not certain, or hostile: %s", (command) => {
    expect(against(command, { world })).toBeDefined();
  });

  it("is where a link leads, and where the shell says it is", () => {
    const links = {
      ...world,
      resolve: (path: string, from: string) => posix.resolve(from, path.replace("evil/link/..", ".")),
    };
    expect(against("git status", { world: links })).toBeUndefined();
    expect(against("cd evil/link/.. && git status", { world: links })).toMatch("git_configuration");
  });

  it("does not matter for git in the sandbox, where nothing it runs can change anything", () => {
    expect(against("cd evil && git status", { world, sandboxed: true })).toBeUndefined();
    expect(against("cd evil && git commit -m x", { world, sandboxed: true })).toMatch("mutating");
  });
});

describe("Countersign's own keys", () => {
  it.each([
    "cat /home/ada/.pi/agent/countersign/keys/current",
    "cat ~/.pi/agent/countersign/keys/current",
    'cat "$HOME/.pi/agent/countersign/home.db"; x=/home/ada/.pi/agent; cat $x/countersign/home.db',
    "cd ~/.pi/agent && cat countersign/home.db",
    "cat ../home/ada/.pi/agent/countersign/x",
    "grep -r key /home/ada",
    "rg key ~",
    "cat < ~/.pi/agent/countersign/x",
    "sed 'r /home/ada/.pi/agent/countersign/x' a.txt",
    "grep -f/home/ada/.pi/agent/countersign/x a.txt",
    "find ~ -type f -exec cat {} +",
  ])("cannot be read: %s", (command) => {
    expect(against(command)).toMatch("unreadable");
  });

  it.each([
    "ls ~",
    "cat ~/.bashrc",
    "grep -r key src",
    "find ~ -name '*.md'",
    "cat /home/ada/.pi/agent/other",
  ])("do not keep anybody from reading beside them: %s", (command) => {
    expect(against(command)).toBeUndefined();
  });
});

describe("the known commands", () => {
  it("say what they do or why they are refused", () => {
    for (const [name, { reason, level, judge }] of KNOWN_COMMANDS) {
      expect(name).toMatch(/^\S+$/);
      if (level === "WRITE") expect(reason.length, name).toBeGreaterThan(5);
      if (level === "WRITE") expect(judge, name).toBeUndefined();
    }
    expect(KNOWN_COMMANDS.length).toBeGreaterThan(500);
  });

  it("have names of their own", () => {
    const names = KNOWN_COMMANDS.map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
