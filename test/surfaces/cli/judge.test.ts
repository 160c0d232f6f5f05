import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shellLine } from "../../../src/surfaces/cli/shell-line.ts";
import { PLAN, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

const judge = (...args: string[]) => bench.run(["judge", ...args]);

describe("judge", () => {
  it("tells what a command line would do, by its exit code, too", () => {
    const allowed = judge("--sandbox", "off", "--", "ls | head -3");
    expect(allowed).toMatchObject({ code: 0, err: "" });
    expect(allowed.out).toBe("allow  ALLOWED  would run on the machine itself\n  The command changes nothing.\n");
    const denied = judge("--sandbox", "on", "--", "ls && touch x");
    expect(denied.code).toBe(1);
    expect(denied.out).toMatch(
      /^deny {2}SHELL_NOT_READ_ONLY {2}would run in the sandbox\n {2}touch .+\n {2}at 6: touch\n {2}→ /,
    );
  });

  it("answers programs with everything it knows", () => {
    expect(judge("--json", "--sandbox", "off", "--", "touch x")).toMatchObject({
      code: 1,
      json: {
        verdict: "deny",
        code: "SHELL_NOT_READ_ONLY",
        rule: "plan-mode",
        where: "host",
        span: { start: 0, end: 5, text: "touch" },
        rulings: [{ rule: "plan-mode", priority: 100, says: "deny" }],
      },
    });
  });

  it("takes several words as a command and its arguments as they stand", () => {
    expect(judge("--sandbox", "off", "--", "grep", "-r", "a; rm b", "it's > x").code).toBe(0);
    expect(judge("--sandbox", "off", "--", "grep -r a; rm b").code).toBe(1);
  });

  it("judges calls of tools, by name and source", () => {
    const tool = (name: string, ...more: string[]) => judge("--json", "--tool", name, ...more).json;
    expect(tool("read", "--source", "pi", "--input", '{"path": "a"}').verdict).toBe("allow");
    expect(tool("read", "--source", "other").code).toBe("UNKNOWN_TOOL");
    expect(tool("Write", "--source", "claude-code", "--input", '{"file_path": "a"}').code).toBe("TOOL_BLOCKED_BY_MODE");
    const both = judge("--tool", "Write", "--source", "claude-code", "--input", '{"file_path": ".git/config"}');
    expect(both.out).toContain("Other rules:\n    protected-paths denies: ");
  });

  it("records nothing, and leaves nothing in a directory that is no project", () => {
    const elsewhere = join(bench.root, "elsewhere");
    mkdirSync(elsewhere);
    expect(judge("--sandbox", "off", "--dir", elsewhere, "--", "touch x").code).toBe(1);
    expect(judge("--sandbox", "off", "--dir", elsewhere, "--", "ls").code).toBe(0);
    expect(judge("--json", "--sandbox", "off", "--dir", elsewhere, "--", "ls -A").json.verdict).toBe("allow");
    expect(bench.run(["audit", "--json", "--dir", elsewhere]).json.entries).toEqual([]);
    expect(judge("--dir", join(bench.root, "missing"), "--", "ls").code).toBe(1);
  });

  it("stays strict under a wrong configuration, and says what is wrong", () => {
    bench.write(".pi/plans.json", '{"level": "prompt", "yolo": true, "nonsense": 1}');
    const { code, err } = judge("--sandbox", "off", "--", "touch x");
    expect(code).toBe(1);
    expect(err).toContain("level");
    const json = judge("--json", "--sandbox", "off", "--", "touch x").json;
    expect(json.verdict).toBe("deny");
    expect(json.warnings.length).toBeGreaterThan(1);
    const batch = bench.run(["judge", "--batch", "--sandbox", "off"], { input: '{"cmd": "touch x"}\n' });
    expect(JSON.parse(batch.out).verdict).toBe("deny");
    expect(batch.err).toContain("level");
  });

  it("says at the level log what would have been denied", () => {
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(join(bench.home, "plans.json"), '{"level": "log"}');
    const ran = judge("--sandbox", "off", "--", "touch x");
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("The level enforce would deny it.") });
  });

  it("keeps within 80 columns", () => {
    for (const args of [
      ["--", "countersign propose - && rm -rf node_modules"],
      ["--tool", "mcp__a_server_with_a_long_name__and_a_tool_with_one", "--source", "a_server_with_a_long_name"],
      ["--", `find . -name '${"x".repeat(200)}' -delete`],
    ]) {
      const { out } = judge(...args);
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  });

  it.each([
    [[], "There is no command to judge."],
    [["--phase", "dreaming", "--", "ls"], 'There is no phase "dreaming".'],
    [["--sandbox", "maybe", "--", "ls"], "--sandbox needs on or off."],
    [["--tool", "read", "--input", "[]"], "--input needs a JSON object."],
    [["--tool", "read", "--", "ls"], "Give a command line or --tool, not both."],
    [["--input", "{}", "--", "ls"], "--input and --source belong to a --tool."],
    [["--batch", "--", "ls"], "With --batch the calls come from standard input"],
    [["--step", "copy", "--", "ls"], "--step needs the plan of the step."],
    [["--phase", "planning", "--plan", "PLAN-0000abcd", "--", "ls"], "--plan belongs to --phase executing."],
  ])("refuses %j", (args, message) => {
    expect(judge(...args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(message) });
  });
});

describe("judge while executing", () => {
  let shared: Workbench;
  let id: string;
  beforeAll(() => {
    shared = new Workbench();
    shared.write("plan.md", PLAN);
    id = shared.run(["propose", "plan.md", "--json"]).json.plan.id;
  });
  afterAll(() => shared.remove());
  const executing = (...args: string[]) =>
    shared.run(["judge", "--json", "--sandbox", "off", "--phase", "executing", ...args]);

  it("holds a call without a plan against what holds for every plan", () => {
    expect(executing("--", "make").json.verdict).toBe("allow");
    expect(executing("--", "echo x > .git/config").json.code).toBe("PROTECTED_PATH");
  });

  it("holds a call against what was signed, and against nothing before", () => {
    const args = ["--plan", id, "--step", "copy", "--", "cp -r old new"];
    expect(executing(...args)).toMatchObject({ code: 1, json: { error: { kind: "not_approved" } } });
    expect(shared.as("ann", ["approve", id, "--without", "delete"]).code).toBe(0);
    // Nothing holds a command to the step's files without a sandbox: a person is asked.
    expect(executing(...args)).toMatchObject({ code: 3, json: { verdict: "confirm" } });
    const edit = ["--tool", "edit", "--source", "pi", "--input", '{"path": "data/a"}'];
    expect(executing("--plan", id, "--step", "copy", ...edit)).toMatchObject({
      code: 1,
      json: { code: "OUT_OF_SCOPE" },
    });
    expect(executing("--plan", id, "--step", "copy", "--", "ls").json.verdict).toBe("allow");
    expect(shared.run(["judge", "--json", "--plan", id, "--step", "copy", "--", "make"]).json.verdict).not.toBe("deny");
  });

  it("knows only steps that were signed", () => {
    expect(executing("--plan", id, "--step", "delete", "--", "ls").json.error.kind).toBe("unknown_step");
    expect(executing("--plan", "PLAN-00000000", "--", "ls").json.error.kind).toBe("not_found");
  });
});

describe("judge --batch", () => {
  const batch = (input: string, ...args: string[]) =>
    bench.run(["judge", "--batch", "--sandbox", "off", ...args], { input });
  const lines = (out: string) =>
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  it("answers every line with one, and denies what it cannot read", () => {
    const input = [
      '{"cmd": "git status"}',
      "nonsense",
      '{"cmd": "touch x"}',
      "",
      '{"tool": "read", "source": "pi", "input": {"path": "a"}}',
      '{"cmd": 5}',
      '{"cmd": "ls", "tool": "write"}',
      '{"tool": "read", "source": "pi", "input": ["path"]}',
      '{"tool": "read", "source": 5}',
      '{"cmd": "echo \u2028"}',
      '{"cmd": "ls"}',
    ].join("\n");
    const { code, out } = batch(input);
    expect(code).toBe(0);
    const answers = lines(out);
    expect(answers.map(({ verdict, code: why }) => `${verdict} ${why}`)).toEqual([
      "allow ALLOWED",
      "deny UNREADABLE",
      "deny SHELL_NOT_READ_ONLY",
      "deny UNREADABLE",
      "allow ALLOWED",
      "deny UNREADABLE",
      "deny UNREADABLE",
      "deny UNREADABLE",
      "deny UNREADABLE",
      expect.stringMatching(/^(allow|deny) /),
      "allow ALLOWED",
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ rule: expect.any(String), reason: expect.any(String) });
    expect(answers[0].where).toBe("host");
  });

  it("states the sandbox instead of looking for one", () => {
    expect(lines(batch('{"cmd": "ls"}').out)[0].where).toBe("host");
    expect(lines(bench.run(["judge", "--batch", "--sandbox", "on"], { input: '{"cmd": "ls"}' }).out)[0].where).toBe(
      "sandbox",
    );
  });

  it("fails only if nothing could be read", () => {
    expect(batch("")).toMatchObject({ code: 1, err: expect.stringContaining("Standard input has no valid line") });
    expect(batch("nonsense\n").code).toBe(1);
    expect(batch('[1]\n{"text": "go"}\n').code).toBe(1);
  });

  it("answers ten thousand lines", () => {
    const { out } = batch('{"cmd": "git log --oneline | head -3"}\n'.repeat(10_000));
    expect(lines(out)).toHaveLength(10_000);
  });
});

describe("a shell line", () => {
  it("is the word itself, or words that a shell leaves as they are", () => {
    expect(shellLine(["ls | head"])).toBe("ls | head");
    expect(shellLine(["git", "log", "--format=%h", "a b", "", "$HOME", "it's"])).toBe(
      "git log --format=%h 'a b' '' '$HOME' 'it'\\''s'",
    );
    // Else they would be an assignment, a word of the shell, or another directory.
    expect(shellLine(["A=b", "rm"])).toBe("'A=b' rm");
    expect(shellLine(["time", "x"])).toBe("'time' x");
    expect(shellLine(["cat", "~", "x=*"])).toBe("cat '~' 'x=*'");
  });
});
