import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { hookAgent, typedAgent } from "../../../src/surfaces/cli/hook-agent.ts";
import { must } from "../../desk/fixture.ts";
import { lacks } from "../../system-programs.ts";
import { BINARY, PLAN, type Ran, Workbench } from "./workbench.ts";

const HOSTS = ["claude-code", "codex"] as const;
type Host = (typeof HOSTS)[number];

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

/** What the host sends before a call. */
function question(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    session_id: "s1",
    cwd: bench.project,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command: "touch x" },
    ...more,
  };
}

/** The host asks, as it does: with its own variables, from the directory of its session. */
function ask(
  host: Host,
  more: Record<string, unknown> | string = {},
  env: NodeJS.ProcessEnv = {},
  flags: string[] = [],
) {
  const input = typeof more === "string" ? more : JSON.stringify(question(more));
  const own = host === "claude-code" ? { CLAUDE_PROJECT_DIR: bench.project, SHELL: "/bin/bash" } : {};
  return bench.run(["hook", host, ...flags.filter((flag) => flag !== "--json")], { input, env: { ...own, ...env } });
}

/** What it makes of the answer: hosts block on a deny and on exit code 2, and go on otherwise. */
function heard({ code, out, err }: Ran): { decision: string; reason: string } {
  if (code === 2) return { decision: "blocked", reason: err };
  if (code !== 0 || out === "") return { decision: "goes on", reason: "" };
  const { hookEventName, permissionDecision, permissionDecisionReason } = JSON.parse(out).hookSpecificOutput;
  expect(hookEventName).toBe("PreToolUse");
  return { decision: permissionDecision, reason: permissionDecisionReason };
}

const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
const write = (file_path: string) => ({ tool_name: "Write", tool_input: { file_path, content: "x" } });

describe.each(HOSTS)("hook %s", (host) => {
  const enter = () => bench.run(["enter", `${host}-s1`]);
  const decisionOn = (more: Record<string, unknown>) => heard(ask(host, more)).decision;

  it("leaves calls to the host's own permissions outside plan mode, and leaves nothing behind", () => {
    expect(ask(host)).toMatchObject({ code: 0, out: "", err: "" });
    expect(existsSync(join(bench.project, ".pi"))).toBe(false);
  });

  it("protects our own places outside plan mode, too", () => {
    expect(decisionOn(bash("echo x > .git/config"))).toBe("deny");
    expect(decisionOn(bash(`cat ${bench.home}/keys/current`))).toBe("deny");
  });

  it("lets a session that plans look, and change nothing", () => {
    enter();
    expect(ask(host, bash("git status | head -3"))).toMatchObject({ code: 0, out: "" });
    const { decision, reason } = heard(ask(host, bash("touch x")));
    expect(decision).toBe("deny");
    expect(reason).toMatch(/^SHELL_NOT_READ_ONLY: touch .*\n.+/s);
    expect(decisionOn({ tool_name: "mcp__files__write", tool_input: { path: "a" } })).toBe("deny");
    expect(decisionOn({ tool_name: "Unheard", tool_input: {} })).toBe("deny");
  });

  it("judges subagents of the session like itself, and other sessions by themselves", () => {
    enter();
    expect(decisionOn({ agent_id: "a1", agent_type: "general-purpose" })).toBe("deny");
    expect(decisionOn({ session_id: "s2" })).toBe("goes on");
  });

  it("takes down what was denied", () => {
    enter();
    ask(host, bash("touch x"));
    const { entries } = bench.run(["audit", `${host}-s1`, "--json"]).json;
    expect(entries.at(-1)).toMatchObject({ action: "call_judged", by: { kind: "host" }, verified: true });
    expect(entries.at(-1).detail).toContain("touch x");
  });

  it("counts the host's own plan mode as planning, without making the project one of ours", () => {
    expect(decisionOn({ permission_mode: "plan" })).toBe("deny");
    expect(decisionOn({ permission_mode: "plan", ...bash("ls") })).toBe("goes on");
    expect(existsSync(join(bench.project, ".pi"))).toBe(false);
  });

  it("does not forget the session in a directory that the model chooses", () => {
    enter();
    const elsewhere = join(bench.root, "elsewhere");
    mkdirSync(join(elsewhere, ".pi"), { recursive: true });
    expect(decisionOn({ cwd: elsewhere })).toBe("deny");
  });

  it("knows a session also by the directory its call runs in", () => {
    const elsewhere = join(bench.root, "elsewhere");
    mkdirSync(join(elsewhere, ".pi"), { recursive: true });
    bench.run(["enter", `${host}-s1`, "--dir", elsewhere]);
    expect(decisionOn({ cwd: elsewhere })).toBe("deny");
    expect(heard(ask(host, { cwd: elsewhere }, {}, ["--dir", bench.project])).decision).toBe("goes on");
  });

  it("goes on planning after a time-out, until a person says otherwise", () => {
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(join(bench.home, "plans.json"), '{"gathering_idle_minutes": 1}');
    enter();
    const journal = join(bench.project, ".pi/plans/sessions", `${host}-s1.jsonl`);
    expect(readFileSync(journal, "utf8")).toContain("planning_entered");
    timeOut(`${host}-s1`);
    expect(bench.run(["agents", "--json"]).json.agents).toMatchObject([{ phase: "inactive", timed_out: true }]);
    expect(decisionOn({})).toBe("deny");
    expect(bench.as("ann", ["leave", `${host}-s1`]).code).toBe(0);
    expect(decisionOn({})).toBe("goes on");
  });

  it("is not disturbed by the flags every command has, nor by an agent's own name", () => {
    enter();
    expect(heard(ask(host, {}, {}, ["--dir", bench.project])).decision).toBe("deny");
    expect(heard(ask(host, {}, { COUNTERSIGN_AGENT: "somebody" })).decision).toBe("deny");
    const input = JSON.stringify(question());
    const spawned = spawnSync(process.execPath, [BINARY, "--json", "hook", host], {
      ...{ cwd: bench.project, input, encoding: "utf8", env: { ...bench.env, CLAUDE_PROJECT_DIR: bench.project } },
    });
    expect(JSON.parse(spawned.stdout).hookSpecificOutput.permissionDecision).toBe("deny");
  });

  it("blocks what it cannot read", () => {
    expect(heard(ask(host, "{")).decision).toBe("blocked");
  });

  it("says nothing to what is no question", () => {
    expect(ask(host, { hook_event_name: "PostToolUse" })).toMatchObject({ code: 0, out: "" });
  });

  it.each(["pretooluse", "PermissionRequest"])("blocks the call of an event that it does not answer: %s", (event) => {
    const ran = ask(host, { hook_event_name: event });
    expect(heard(ran)).toMatchObject({ decision: "blocked", reason: expect.stringContaining(event) });
  });

  it("judges a call without the name of its event, and one whose text only looks like a repeated key", () => {
    expect(decisionOn({ hook_event_name: undefined, permission_mode: "plan" })).toBe("deny");
    expect(decisionOn(bash('echo \'{"a":1,"a":2} \\\\\': "a": "a":'))).toBe("goes on");
    expect(decisionOn({ tool_name: "Other", tool_input: { a: [{ a: 1 }, { a: "a" }], b: { a: 1 } } })).toBe("goes on");
  });

  it("takes a permission mode that resembles plan for it", () => {
    expect(decisionOn({ permission_mode: "Plan" })).toBe("deny");
  });

  it.skipIf(lacks("bwrap"))("denies for its reason also what it cannot take down", () => {
    enter();
    const around = ["--bind", "/", "/", "--dev", "/dev", "--ro-bind", bench.project, bench.project];
    const { status, stdout, stderr } = spawnSync("bwrap", [...around, process.execPath, BINARY, "hook", host], {
      ...{ cwd: bench.project, input: JSON.stringify(question()), encoding: "utf8", env: bench.env },
    });
    const { decision, reason } = heard({ code: status, out: stdout, err: stderr, json: undefined });
    expect(decision).toBe("deny");
    expect(reason).toMatch(/^SHELL_NOT_READ_ONLY: touch/);
    expect(reason).toContain("not recorded");
  });

  it("with its line in the settings blocks when it crashes, is missing or takes too long", () => {
    const [
      {
        hooks: [entry],
      },
    ] = bench.run(["hook", host, "--settings", "--json"]).json.hooks.PreToolUse;
    const { command, timeout } = entry;
    expect(timeout).toBeGreaterThan(20);
    const line = (program: string) => {
      const written = command.replace(`countersign hook ${host}`, () => program).replace(/\b20\b/, "1");
      const { status, stdout, stderr } = spawnSync("sh", ["-c", written], { encoding: "utf8" });
      return { status, stdout, stderr };
    };
    for (const program of ["no-such-program", "false", "sleep 5", "sh -c 'kill -9 $$'"]) {
      expect(line(program)).toMatchObject({ status: 2, stderr: expect.stringContaining("so it is blocked") });
    }
    expect(line("sh -c 'echo why >&2; exit 2'")).toMatchObject({ status: 2, stderr: "why\n" });
    expect(line("echo {}")).toEqual({ status: 0, stdout: "{}\n", stderr: "" });
  });
});

describe("hook blocks", () => {
  const host = "claude-code";
  it.each([
    ["nothing at all", ""],
    ["what is not JSON", "{"],
    ["what is no object", "[]"],
    ["null", "null"],
    ["more nesting than can be read", `${"[".repeat(100_000)}`],
  ])("%s", (_, input) => {
    const { code, out, err } = ask(host, input);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^Countersign could not judge this call: the host (sent|did not send) .+\.\n$/);
  });

  it.each([
    ["no session", { session_id: undefined }],
    ["an empty session", { session_id: "" }],
    ["a session that is a number", { session_id: 5 }],
    ["no tool", { tool_name: undefined }],
    ["no input", { tool_input: undefined }],
    ["an input that is a text", { tool_input: "touch x" }],
    ["an input that is a list", { tool_input: ["touch x"] }],
    ["no directory", { cwd: undefined }],
    ["a directory that is relative", { cwd: "." }],
    ["a directory that does not exist", { cwd: "/does/not/exist" }],
    ["an event that is no text", { hook_event_name: 7 }],
    ["an event that is a list", { hook_event_name: ["PreToolUse"] }],
    ["an event in another case", { hook_event_name: "pretooluse" }],
    ["an event in other words", { hook_event_name: "pre_tool_use" }],
    ["an event with a space", { hook_event_name: "PostToolUse " }],
    ["an event without a name", { hook_event_name: "" }],
    ["an event that asks for permission", { hook_event_name: "PermissionRequest" }],
    ["an event named like a part of every object", { hook_event_name: "constructor" }],
    ["an event that is not known, without a call", { hook_event_name: "Later", tool_name: undefined }],
    ["a permission mode that is no text", { permission_mode: ["plan"] }],
    [
      "a question inside of another",
      {
        tool_name: undefined,
        tool_input: undefined,
        payload: { tool_name: "Bash", tool_input: { command: "touch x" } },
      },
    ],
    ["keys of another host", { tool_name: undefined, toolName: "Bash", tool_input: undefined, toolArgs: "{}" }],
  ])("%s", (_, more) => {
    const ran = ask(host, more);
    expect(heard(ran).decision).toBe("blocked");
    expect(ran.err).toContain("Countersign could not judge this call");
  });

  it.each([
    ["a tool", (json: string) => json.replace('"tool_name"', '"tool_name":"Read","tool_name"')],
    [
      "a tool, spelled otherwise",
      (json: string) => json.replace('"tool_name"', '"\\u0074ool_name":"Read","tool_name"'),
    ],
    ["an event", (json: string) => json.replace("{", '{"hook_event_name" : "PostToolUse",')],
    ["a command", (json: string) => json.replace('"command"', '"command":"ls","command"')],
  ])("a question that has %s twice", (_, twice) => {
    const ran = ask(host, twice(JSON.stringify(question())));
    expect(heard(ran)).toMatchObject({ decision: "blocked", reason: expect.stringContaining("twice") });
  });

  it("two questions at once", () => {
    const one = JSON.stringify(question(bash("ls")));
    expect(heard(ask(host, `${one}\n${one}`)).decision).toBe("blocked");
  });

  it("under a wrong configuration", () => {
    bench.write(".pi/plans.json", '{"level": "none"}');
    expect(heard(ask(host, bash("ls")))).toMatchObject({
      decision: "blocked",
      reason: expect.stringContaining("countersign config"),
    });
  });

  it("where the journal of the session does not hold, or is gone", () => {
    bench.run(["enter", `${host}-s1`]);
    const journal = join(bench.project, ".pi/plans/sessions", `${host}-s1.jsonl`);
    appendFileSync(journal, '{"made": "up"}\n');
    expect(heard(ask(host, bash("ls")))).toMatchObject({
      decision: "blocked",
      reason: expect.stringContaining("is broken"),
    });
    writeFileSync(journal, "");
    expect(heard(ask(host, bash("ls"))).decision).toBe("blocked");
  });

  it("an input that is too large", () => {
    const ran = ask(host, { tool_input: { command: `echo ${"x".repeat(33_000_000)}` } });
    expect(heard(ran)).toMatchObject({ decision: "blocked", reason: expect.stringContaining("larger than") });
  });
});

describe("hook", () => {
  it("blocks for a host it does not know", () => {
    expect(bench.run(["hook", "emacs"], { input: "{}" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("claude-code and codex"),
    });
    expect(bench.run(["hook"]).code).toBe(2);
  });

  it("runs no command at all where a sandbox is required, for hosts know none of ours", () => {
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(join(bench.home, "plans.json"), '{"sandbox": "require"}');
    const plain = { permission_mode: "plan", ...bash("ls") };
    expect(heard(ask("claude-code", plain)).reason).toContain("SANDBOX_MISSING");
  });

  it("asks a person where the host can, and denies where it cannot", async () => {
    for (const host of HOSTS) await execute(`${host}-s1`);
    // The step names files, and nothing holds a command to them.
    expect(heard(ask("claude-code", bash("make")))).toMatchObject({
      decision: "ask",
      reason: expect.stringMatching(/^CONFIRMATION_NEEDED: /),
    });
    expect(heard(ask("codex", bash("make"))).decision).toBe("deny");
    expect(heard(ask("claude-code", bash("ls"))).decision).toBe("goes on");
    expect(heard(ask("claude-code", write("elsewhere.txt"))).reason).toContain("OUT_OF_SCOPE");
  });

  it("reads lines strictly where the model may choose the shell", () => {
    const glob = { permission_mode: "plan", ...bash("ls *.ts") };
    expect(heard(ask("claude-code", glob)).decision).toBe("goes on");
    expect(heard(ask("claude-code", glob, { SHELL: "/usr/bin/zsh" })).decision).toBe("deny");
    expect(heard(ask("codex", glob)).decision).toBe("deny");
  });

  it("starts no pager where the model can type into it unseen", () => {
    const pager = { permission_mode: "plan", ...bash("less README.md") };
    expect(heard(ask("claude-code", pager)).decision).toBe("goes on");
    expect(heard(ask("codex", pager)).reason).toContain("typed");
  });
});

describe("the plan file of Claude Code's own plan mode", () => {
  let plans: string;
  beforeEach(() => {
    plans = join(bench.root, ".claude/plans");
    mkdirSync(plans, { recursive: true });
  });
  const decisionOn = (path: string, more = {}) =>
    heard(ask("claude-code", { permission_mode: "plan", ...write(path), ...more })).decision;

  it("can be written, also when it does not exist yet", () => {
    expect(decisionOn(join(plans, "calm-owl.md"))).toBe("goes on");
    writeFileSync(join(plans, "calm-owl.md"), "# Plan");
    const edit = {
      tool_name: "Edit",
      tool_input: { file_path: join(plans, "calm-owl.md"), old_string: "P", new_string: "p" },
    };
    expect(decisionOn("", edit)).toBe("goes on");
  });

  it("is nothing but a file of that directory", () => {
    symlinkSync(join(bench.project, "README.md"), join(plans, "link.md"));
    symlinkSync(bench.project, join(plans, "project"));
    for (const path of [
      join(plans, "link.md"),
      join(plans, "project/README.md"),
      `${plans}/../settings.md`,
      `${plans}/../../project/README.md`,
      join(plans, "deeper/calm-owl.md"),
      join(plans, "calm-owl.sh"),
      join(plans, ".hidden.md"),
      join(plans, "calm-owl.md/x"),
      plans,
      `${plans}-other/calm-owl.md`,
      join(bench.project, "calm-owl.md"),
      ".claude/plans/calm-owl.md",
      // Not every host reads it as the home directory.
      "~/.claude/plans/calm-owl.md",
    ])
      expect([path, decisionOn(path)]).toEqual([path, "deny"]);
  });

  it("cannot be written by a command, by another tool, or through a directory that is a link", () => {
    const path = join(plans, "calm-owl.md");
    expect(decisionOn(path, bash(`echo x > ${path}`))).toBe("deny");
    expect(decisionOn(path, { tool_name: "mcp__files__Write", tool_input: { file_path: path } })).toBe("deny");
    spawnSync("rm", ["-r", plans]);
    symlinkSync(bench.project, plans);
    expect(decisionOn(path)).toBe("deny");
  });

  it("is like every other file outside that mode, and for other hosts", () => {
    const path = join(plans, "calm-owl.md");
    bench.run(["enter", "claude-code-s1"]);
    expect(decisionOn(path, { permission_mode: "default" })).toBe("deny");
    const patch = `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
    const codex = { permission_mode: "plan", tool_name: "apply_patch", tool_input: { command: patch } };
    expect(heard(ask("codex", codex)).decision).toBe("deny");
  });
});

describe("the id of a host's session", () => {
  it("is the session's own where that is plain", () => {
    expect(hookAgent("claude-code", "90046d85-fc0b-435c-86da-fc6a4338d27b")).toBe(
      "claude-code-90046d85-fc0b-435c-86da-fc6a4338d27b",
    );
  });

  it("is never that of another session", () => {
    const sessions = [
      "a",
      "A",
      "a/b",
      "a_b",
      "a.b",
      "a b",
      "../a",
      "é",
      "e\u0301",
      "a".repeat(64),
      "a".repeat(65),
      "a".repeat(66),
    ];
    const ids = sessions.map((session) => hookAgent("codex", session).toLowerCase());
    expect(new Set(ids).size).toBe(sessions.length);
    for (const id of ids) expect(id).toMatch(/^codex-[a-z0-9_.-]{1,94}$/);
    // Not even one that is called like the id of another.
    const [, , odd = ""] = sessions.map((session) => hookAgent("codex", session).slice("codex-".length));
    expect(hookAgent("codex", odd)).not.toBe(`codex-${odd}`);
  });

  it("may be typed as the host writes it, or as it is listed", () => {
    const hosts = [...HOSTS];
    for (const session of ["s1", "A/b", "é"]) {
      const id = hookAgent("codex", session);
      expect(typedAgent(`codex-${session}`, hosts)).toBe(id);
      expect(typedAgent(id, hosts)).toBe(id);
    }
    expect(typedAgent("planner", hosts)).toBe("planner");
  });
});

/** The time-out of whoever looks first, an hour from now. */
function timeOut(agent: string): void {
  const script = `
    import { Desk } from ${JSON.stringify(join(import.meta.dirname, "../../../src/desk/desk.ts"))};
    import { applyTimeOuts } from ${JSON.stringify(join(import.meta.dirname, "../../../src/desk/time-outs.ts"))};
    const desk = new Desk({ directory: ".", now: () => new Date(Date.now() + 3_600_000) });
    await applyTimeOuts(desk);
    if ((await desk.agent(${JSON.stringify(agent)})).value.phase !== "inactive") process.exit(1);`;
  const { status } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], {
    ...{ cwd: bench.project, env: bench.env },
  });
  expect(status).toBe(0);
}

/** The agent carries out the step `copy` of a signed plan. */
async function execute(agent: string): Promise<void> {
  const desk = new Desk({ directory: bench.project, env: bench.env });
  const ann = must(desk.authenticate({ via: "surface", surface: "test", id: "ann", name: "ann" }));
  const { id, proposal } = must(
    await desk.propose(PLAN.replace("tools: read, bash", "tools: Read, Write, Bash"), ann),
  ).plan;
  must(await desk.sendAgent(agent, { type: "enter" }, ann));
  must(await desk.sendAgent(agent, { type: "submit", plan_id: id }, ann));
  must(await desk.send(id, { type: "approve", revision: proposal.revision, digest: proposal.digest }, ann));
  must(await desk.sendAgent(agent, { type: "begin", approved_by: ann, approved_at: desk.at() }, ann));
  must(await desk.send(id, { type: "start", run_id: "run-1" }, ann));
  must(await desk.send(id, { type: "start_step", step_id: "copy" }, ann));
  desk.close();
}
