import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { isReadAlike, shellLineOf } from "../../src/policy/shell-line.ts";
import type { Tool } from "../../src/policy/tool.ts";
import { runs } from "../runs.ts";
import { call, FACTS, planning } from "./situation.ts";

const shell: Tool = {
  name: "shell",
  source: "codex",
  category: "execute",
  risk: "high",
  description: "",
  command: "command",
  directory: "workdir",
};
const lineOf = (command: unknown, workdir?: unknown) => shellLineOf(call("shell", { command, workdir }), shell, FACTS);

describe("the line of a shell call", () => {
  it("is the text, run where the call says", () => {
    expect(lineOf("ls")).toEqual({ line: "ls", shell: "bash", cwd: "/home/ann/project" });
    expect(lineOf("ls", "../other")).toMatchObject({ cwd: "/home/ann/other" });
  });

  it("is the script that a shell is given", () => {
    expect(lineOf(["bash", "-lc", "ls | wc"])).toMatchObject({ line: "ls | wc", shell: "bash" });
    expect(lineOf(["/bin/zsh", "-lc", "ls"])).toMatchObject({ line: "ls", shell: "zsh" });
  });

  it.each([
    [["bash", "-lc", "$0", "rm"]],
    [["bash", "-ic", "ls"]],
    [["./bash", "-c", "ls"]],
    [["bash", "ls"]],
  ])("is the whole of it otherwise: %j", (command) => {
    expect(lineOf(command)).toMatchObject({ line: expect.stringMatching(/bash/), shell: undefined });
    expect(judge(call("shell", { command }, "codex"), planning()).verdict).toBe("deny");
  });

  it.each([[[]], [[1]], [null], [undefined], [{}]])("cannot be told of %j", (command) => {
    expect(typeof lineOf(command)).toBe("string");
    expect(judge(call("shell", { command }, "codex"), planning()).verdict).toBe("deny");
  });

  it("holds a list of arguments exactly as they are", () => {
    const word = fc.string({ unit: fc.constantFrom(..."ab'\"$`\\ \n;|&<>(){}*?[]!#~=%-") });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const found = lineOf(["/usr/bin/printf", "%s\\0", ...words]);
        const line = typeof found === "string" ? "" : found.line;
        const printed = execFileSync("bash", ["-c", line], { encoding: "utf8" });
        expect(printed.split("\0").slice(0, -1)).toEqual(words);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("a shell that is not bash", () => {
  const alike = (line: string) => isReadAlike({ line, shell: "sh", cwd: "/" });

  it.each([
    "ls -la src | wc -l",
    "cat a && git log --oneline -5 2>/dev/null",
    "grep 'a > (b' x 2>&1 | head",
    'grep "it\'s" a',
    "cd src && ls",
    "test -f a && cat a",
    "printf '%s\\n' a",
    "echo 'a[$(b)]'; pwd; git log --format='%h %s'",
    "dd if=a bs=1",
  ])("is given what every shell reads alike: %s", (line) => expect(alike(line)).toBe(true));

  it.each([
    "[[ a > b ]]",
    "ls *(e:x:)",
    "=ls",
    "echo $'x'",
    "a &>b",
    "((ls))",
    '"\'" [[ a > b ]] "\'"',
    "cat <(ls)",
    "path=scripts; ls",
    "path+=scripts; ls",
    "true; path='scripts'; ls",
    "X=1 ls",
    "exit 'psvar[$(touch marker)]'",
    "return 'psvar[$(touch marker)]'",
    "shift 'psvar[$(touch marker)]'",
    "break 'psvar[$(touch marker)]'",
    "continue 'psvar[`touch marker`]'",
    "printf %d 'psvar[$(touch marker)]'",
    "printf '%s%d' a 'psvar[$(touch marker)]'",
    "printf '%*s' 'psvar[$(touch marker)]' a",
    "printf %d path=1; ls",
    "printf -v path scripts; ls",
    "printf '-v' path scripts; ls",
    "'printf' %d path=1; ls",
    "pri'ntf' %d path=1; ls",
    "command printf %d path=1; ls",
    "builtin printf %d path=1",
    "time printf %d path=1",
    "test -t 'psvar[$(touch marker)]'",
    "test 'psvar[$(touch marker)]' -eq 1",
    "read -t 'psvar[$(touch marker)]' x",
    "echo scripts | read path; ls",
    "for path in scripts; do ls; done",
    "if true; then path=scripts; fi; ls",
    "typeset -F x='psvar[$(touch marker)]'",
    "export path=scripts; ls",
    "local path=scripts",
    "declare path=scripts",
    "readonly path=scripts",
    "set -A path scripts",
    "let path=1",
    "getopts path x; ls",
    "mapfile path",
    "ulimit -n 'psvar[$(touch marker)]'",
    "cd project other && git status",
    "log",
  ])("is not given what it may read differently: %s", (line) => expect(alike(line)).toBe(false));

  it("is one that has the quotes of bash", () => {
    const line = "echo 'a\\' b '; touch marker #'";
    for (const shell of ["sh", "dash", "zsh"]) expect(isReadAlike({ line, shell, cwd: "/" })).toBe(true);
    for (const shell of ["fish", "tcsh", "nu", "pwsh", ""]) {
      expect(isReadAlike({ line, shell, cwd: "/" })).toBe(false);
      expect(isReadAlike({ line: "ls", shell, cwd: "/" })).toBe(false);
    }
  });

  it("denies what bash alone would be allowed", () => {
    const line = call("bash", { command: "[[ a > b ]]" }, "pi");
    expect(judge(line, planning()).verdict).toBe("allow");
    const other = judge(line, planning({ facts: { shell: "/bin/zsh" } }));
    expect(other).toMatchObject({ verdict: "deny", code: "SHELL_NOT_READ_ONLY" });
    expect(other.reason).toContain("zsh");
  });
});
