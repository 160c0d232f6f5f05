import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import { Desk } from "../../src/desk/desk.ts";
import { hostOf } from "../../src/desk/end-planning.ts";
import { type Judging, judgeCall } from "../../src/desk/judge-call.ts";
import { knownAgents } from "../../src/desk/known-agents.ts";
import type { Store } from "../../src/desk/store.ts";
import { applyTimeOuts } from "../../src/desk/time-outs.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { approve, type Fixture, fixture, ID, must, propose, refusalOf } from "./fixture.ts";

const HOST_FACTS: Judging = { sandbox: "off" };
const WRITE: ToolCall = { tool: "write", source: "pi", input: { path: "a.ts", content: "x" } };
const READ: ToolCall = { tool: "read", source: "pi", input: { path: "a.ts" } };
const edit = (path: string): ToolCall => ({ tool: "edit", source: "pi", input: { path } });

async function verdictOn(f: Fixture, call: ToolCall, more: Partial<Judging> = {}): Promise<string> {
  return must(await judgeCall(f.desk, "bot", call, { ...HOST_FACTS, ...more })).verdict.verdict;
}

async function judgedIn(f: Fixture): Promise<string[]> {
  const { entries } = await audit(f.desk, { action: ["call_judged"] });
  return entries.map(({ detail = "" }) => detail);
}

/** The agent carries out the plan; `look` may read, `swap` may edit below src. */
async function execute(f: Fixture): Promise<void> {
  await propose(f);
  must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
  must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, f.local));
  const { approval } = (await approve(f)) as unknown as { approval: { at: string } };
  must(await f.desk.sendAgent("bot", { type: "begin", approved_by: f.person, approved_at: approval.at }, f.person));
}

describe("a call of an agent", () => {
  it("is free outside plan mode, and nothing is written because of it", async () => {
    const f = fixture();
    expect(await verdictOn(f, WRITE)).toBe("allow");
    expect(await verdictOn(f, edit(".git/config"))).toBe("deny");
    expect(existsSync(join(f.project, ".pi"))).toBe(false);
  });

  it("writes no hook and no setting of a repository beside the project whose directory is not called .git", async () => {
    const f = fixture();
    const shared = join(f.project, "../shared.git");
    execFileSync("git", ["init", "-q", "--separate-git-dir", shared, f.project], { stdio: "ignore" });
    for (const name of ["config", "hooks/pre-commit", "info/attributes", "modules/sub/config"])
      expect([name, await verdictOn(f, edit(join(shared, name)))]).toEqual([name, "deny"]);
    expect(await verdictOn(f, edit(join(shared, "description")))).toBe("allow");
  });

  it.each([
    [{ guardedTools: ["gmail_send", "git log"] }],
    [{ guardedTools: "gmail_send" }],
    [{ guarded_tools: ["gmail_send"] }],
  ])("is held to reading while it cannot be told which tools are guarded: %j", async (settings) => {
    const f = fixture(settings);
    const lines: ToolCall = { tool: "bash", source: "pi", input: { command: "git log" } };
    for (const call of [WRITE, lines, { tool: "gmail_send", input: {} }]) expect(await verdictOn(f, call)).toBe("deny");
    expect(await verdictOn(f, READ)).toBe("allow");
  });

  it("follows a link that was made a moment before it, wherever the calls before it led", async () => {
    const f = fixture();
    for (const directory of ["a", "b", ".git"]) mkdirSync(join(f.project, directory));
    const says = async (command: string) => verdictOn(f, { tool: "bash", source: "pi", input: { command } });
    const calls = ["echo x > here", "cd a && tee there/config", "node build.js b/up", "cat keys"];
    for (const call of calls) expect(await says(call)).toBe("allow");
    symlinkSync(".git/config", join(f.project, "here"));
    symlinkSync("../.git", join(f.project, "a/there"));
    symlinkSync(join(f.project, ".git/hooks"), join(f.project, "b/up"));
    symlinkSync(f.home, join(f.project, "keys"));
    for (const call of calls) expect(await says(call)).toBe("deny");
    for (const link of ["here", "a/there", "b/up", "keys"]) rmSync(join(f.project, link));
    for (const call of calls) expect(await says(call)).toBe("allow");
    renameSync(join(f.project, "a"), join(f.project, "c"));
    symlinkSync(".git", join(f.project, "a"));
    expect(await says("cd a && tee config")).toBe("deny");
  });

  it("changes nothing while it plans, nor while its plan waits", async () => {
    const f = fixture();
    await propose(f);
    must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
    expect([await verdictOn(f, READ), await verdictOn(f, WRITE)]).toEqual(["allow", "deny"]);
    must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, f.local));
    expect([await verdictOn(f, READ), await verdictOn(f, WRITE)]).toEqual(["allow", "deny"]);
    expect(await judgedIn(f)).toEqual(Array(2).fill("write: a.ts (write writes, and this is planning.)"));
  });

  it("is free again only by a person, not by a time-out", async () => {
    const f = fixture({ gathering_idle_minutes: 5 });
    must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
    f.pass(10);
    await applyTimeOuts(f.desk);
    expect(await knownAgents(f.desk)).toMatchObject([{ id: "bot", phase: "inactive", timed_out: true }]);
    expect(await verdictOn(f, WRITE)).toBe("deny");
    must(await f.desk.sendAgent("bot", { type: "leave", how: "cancelled" }, f.person));
    expect(await verdictOn(f, WRITE)).toBe("allow");
  });

  it("is not free by the end of its session", async () => {
    const f = fixture();
    must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
    must(await f.desk.sendAgent("bot", { type: "leave", how: "ended" }, hostOf("bot", "cli")));
    expect(await knownAgents(f.desk)).toMatchObject([{ id: "bot", phase: "inactive", ended: true }]);
    expect([await verdictOn(f, READ), await verdictOn(f, WRITE)]).toEqual(["allow", "deny"]);
    must(await f.desk.sendAgent("bot", { type: "leave", how: "cancelled" }, f.person));
    expect(await verdictOn(f, WRITE)).toBe("allow");
  });

  it("is a sign of life of whoever plans", async () => {
    const f = fixture({ gathering_idle_minutes: 5 });
    must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
    f.pass(4);
    await verdictOn(f, READ);
    f.pass(4);
    await applyTimeOuts(f.desk);
    expect(must(await f.desk.agent("bot")).phase).toBe("gathering");
  });

  it("stays within what was signed while it executes", async () => {
    const f = fixture();
    await execute(f);
    must(await f.desk.send(ID, { type: "start", run_id: "run-1" }, f.local));
    must(await f.desk.send(ID, { type: "start_step", step_id: "look" }, f.local));
    expect(await verdictOn(f, READ)).toBe("allow");
    expect(await verdictOn(f, edit("src/a.ts"))).toBe("deny");
    expect(await judgedIn(f)).toHaveLength(1);
  });

  it("passes both modes where the host plans while we execute", async () => {
    const f = fixture({ scope: "plan" });
    await execute(f);
    expect(await verdictOn(f, edit("src/a.ts"))).toBe("allow");
    expect(await verdictOn(f, edit("src/a.ts"), { isPlanning: true })).toBe("deny");
    // What was not signed stays out, also if planning would allow it.
    const list: ToolCall = { tool: "ls", source: "pi", input: { path: "." } };
    expect(await verdictOn(f, list)).toBe("deny");
    expect(await verdictOn(f, list, { isPlanning: true })).toBe("deny");
  });

  it("finds nothing signed for a plan whose signature is void", async () => {
    const f = fixture();
    await execute(f);
    must(await f.desk.edit(ID, (await textOf(f)).replace("Look around", "Look"), f.person));
    expect(await verdictOn(f, READ)).toBe("deny");
  });
});

describe("what cannot be taken down", () => {
  /** A disk that is full. */
  function full(f: Fixture): Desk {
    const store: Store = Object.create(f.desk.store, {
      changeJournal: { value: () => Promise.reject(new Error("ENOSPC: no space left")) },
      loadJournal: { value: (name: string) => f.desk.store.loadJournal(name) },
      sign: { value: async () => {} },
    });
    return new Desk({ directory: f.project, env: f.env, store });
  }

  it("is denied for its own reason", async () => {
    const f = fixture();
    must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
    const { verdict, unrecorded } = must(await judgeCall(full(f), "bot", WRITE, HOST_FACTS));
    expect(verdict).toMatchObject({ verdict: "deny", code: "TOOL_BLOCKED_BY_MODE" });
    expect(unrecorded).toContain("ENOSPC");
  });

  it("does not run where it may run only because it is taken down", async () => {
    const f = fixture({ level: "log" });
    must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
    expect(await verdictOn(f, WRITE)).toBe("allow");
    expect(await judgedIn(f)).toEqual([expect.stringContaining("not stopped: write")]);
    await expect(judgeCall(full(f), "bot", WRITE, HOST_FACTS)).rejects.toThrow("ENOSPC");
    expect(must(await judgeCall(full(f), "bot", READ, HOST_FACTS)).verdict.verdict).toBe("allow");
  });

  it("is not judged for an id that could become a path", async () => {
    const f = fixture();
    expect(refusalOf(await judgeCall(f.desk, "../bot", READ, HOST_FACTS)).kind).toBe("invalid_id");
  });
});

async function textOf(f: Fixture): Promise<string> {
  const found = must(await f.desk.plan(ID));
  if (found.kind !== "standing") throw new Error(`it is ${found.kind}`);
  return found.state.proposal.text;
}
