import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pulses } from "../../src/desk/pulses.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { Answer } from "../../src/lifecycle/request.ts";
import type { Step } from "../../src/plan/plan.ts";
import type { Facts } from "../../src/policy/situation.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { JudgedStepCalls } from "../../src/run/judge-step-calls.ts";
import { newLease } from "../../src/run/lease.ts";
import type { CallAnswer } from "../../src/run/step-calls.ts";
import { fixture, must } from "../desk/fixture.ts";

const STEPS: Step[] = [
  { id: "code", title: "Code", tools: ["read", "write", "edit", "bash"], files: ["src/**", "!src/secret.ts"] },
  { id: "docs", title: "Docs", tools: ["read", "write"], files: ["docs/**"] },
  { id: "look", title: "Look", tools: ["read", "write", "bash"], mode: "research" },
  { id: "wide", title: "Anything in the project", tools: ["read", "write", "bash"] },
];

const writes = (path: string, content = "x"): ToolCall => ({ tool: "write", source: "pi", input: { path, content } });
const runs = (command: string): ToolCall => ({ tool: "bash", source: "pi", input: { command } });

/** A signed plan whose steps are being carried out, and the calls of the agents that do. */
async function stand(options: { settings?: object; sandbox?: Facts["sandbox"]; canAsk?: boolean } = {}) {
  const { settings, sandbox = "on", canAsk = true } = options;
  const f = fixture(settings);
  for (const name of ["src", "docs"]) mkdirSync(join(f.project, name));
  const proposed = must(await f.desk.propose({ title: "T", steps: STEPS }, f.person));
  const { id, proposal } = proposed.plan;
  must(await f.desk.send(id, { type: "approve", revision: 1, digest: proposal.digest }, f.person));
  const lease = newLease();
  const { run, approval } = must(await acquireRun(f.desk, id, lease));
  const record = async (...commands: Parameters<typeof f.desk.record>[1]) => {
    const { refusal } = await f.desk.record(id, commands, lease.id);
    if (refusal) throw new Error(refusal.message);
  };
  for (const { id: step_id } of STEPS) await record({ type: "start_step", step_id, subagent_id: `sub-${step_id}` });
  const callsOf = (step_id: string, subagent_id = `sub-${step_id}`) => {
    const step = STEPS.find((one) => one.id === step_id) ?? { id: step_id, title: step_id };
    const rest = { attempt: 1, selections: {}, notes: {}, limits: { max_turns: 9, time: 9 } };
    return new JudgedStepCalls(
      { plan_id: id, run_id: run.id, plan: approval.signed.plan, step, subagent_id, ...rest },
      { desk: f.desk, lease: lease.id, sandbox: async () => sandbox, canAsk: () => canAsk },
    );
  };
  const about = (name: string, mayAsk = true, signal = new AbortController().signal) => ({ id: name, mayAsk, signal });
  const asked = async () => (await inbox(f.desk)).filter(({ kind }) => kind === "amendment");
  const next = async (signal?: AbortSignal) => {
    for await (const _ of pulses(f.desk, signal)) {
      const [request] = await asked();
      if (request) return request;
    }
    throw new Error("Nobody asked.");
  };
  /** Lets the agent call, and a person answer what is asked then. */
  const answering = async (choice: "once" | "add" | "refuse", calling: Promise<CallAnswer>, before?: () => unknown) => {
    const stop = new AbortController();
    const request = await Promise.race([next(stop.signal), calling.then(() => undefined)]);
    stop.abort();
    if (request === undefined) throw new Error(`Nobody was asked: ${JSON.stringify(await calling)}`);
    await before?.();
    const given: Answer = { kind: "amendment", choice };
    const answered = await answer(f.desk, request.id, given, f.person);
    return { request, answered, answer: await calling };
  };
  const judged = async () => {
    const { records } = await f.desk.store.loadJournal(id);
    return records.flatMap(({ events }) => events as { type: string }[]).filter(({ type }) => type === "call_judged");
  };
  return { f, id, lease, record, callsOf, about, asked, answering, judged, next };
}

const ALLOWED = expect.objectContaining({ allowed: true });
const REFUSED = expect.objectContaining({ allowed: false });

describe("a call inside the step's scope", () => {
  it("is allowed, and says what files hold for a command", async () => {
    const { callsOf, about, asked } = await stand();
    expect(await callsOf("code").judge(writes("src/a.ts"), about("1"))).toEqual(ALLOWED);
    expect(await callsOf("code").judge(runs("make"), about("2"))).toEqual({ allowed: true, files: STEPS[0]?.files });
    expect(await asked()).toEqual([]);
  });
});

describe("a call outside of it", () => {
  it("waits for a person, who sees all of it and what would be added", async () => {
    const { callsOf, about, answering } = await stand();
    const content = `${"long ".repeat(500)}\u202e`;
    const { request, answer: given } = await answering(
      "refuse",
      callsOf("code").judge(writes("docs/x.md", content), about("1")),
    );
    expect(request).toMatchObject({
      step_id: "code",
      subagent_id: "sub-code",
      tool: "write",
      adds: { files: ["docs/x.md"] },
    });
    const { summary } = request as { summary: string };
    expect(summary).toContain("long ".repeat(500));
    expect(summary).toContain("‹U+202E›");
    const { diff } = request as { diff: string };
    expect(diff.split("\n").slice(0, 2)).toEqual(["*** docs/x.md (a new file)", "@@ line 1 @@"]);
    expect(diff).toContain(`+${"long ".repeat(500)}‹U+202E›`);
    expect(given).toMatchObject({ allowed: false, message: expect.stringContaining("refused this call") });
  });

  it("that is allowed once runs once: the same call again, under any name, is asked about again", async () => {
    const { callsOf, about, answering, asked } = await stand();
    const calls = callsOf("code");
    const call = writes("docs/x.md");
    expect((await answering("once", calls.judge(call, about("1")))).answer).toEqual(ALLOWED);
    expect((await answering("refuse", calls.judge(call, about("1")))).answer).toEqual(REFUSED);
    expect((await answering("refuse", calls.judge(call, about("2")))).answer).toEqual(REFUSED);
    expect(await calls.judge(call, about("2", false))).toEqual(REFUSED);
    expect(await callsOf("docs").judge(writes("src/x.ts"), about("1", false))).toEqual(REFUSED);
    expect(await asked()).toEqual([]);
  });

  it("that is allowed once is allowed where it runs, once, and not with another input", async () => {
    const { callsOf, about, answering } = await stand({ sandbox: "off" });
    const calls = callsOf("code");
    expect((await answering("once", calls.judge(runs("make"), about("1")))).answer).toEqual(ALLOWED);
    expect(await calls.judge(runs("make evil"), about("1", false))).toEqual(REFUSED);
    expect(await calls.judge(runs("make"), about("2", false))).toEqual(REFUSED);
    expect(await calls.judge(runs("make"), about("1", false))).toEqual(ALLOWED);
    expect(await calls.judge(runs("make"), about("1", false))).toEqual(REFUSED);
  });

  it("that changes the git repository is asked about, and what a person gives holds where it runs", async () => {
    const { callsOf, about, answering } = await stand();
    const calls = callsOf("code");
    const commit = runs("git commit -am x");
    expect((await answering("refuse", calls.judge(commit, about("0")))).request).toMatchObject({
      adds: { commits: true },
      reason: expect.stringContaining("changes the git repository"),
    });
    const once = (await answering("once", calls.judge(commit, about("1")))).answer;
    expect(once).toMatchObject({ allowed: true, commits: true });
    expect(await calls.judge(commit, about("1", false))).toMatchObject({ allowed: true, commits: true });
    expect(await calls.judge(commit, about("1", false))).toEqual(REFUSED);
    expect(await calls.judge(runs("make"), about("2"))).toEqual({ allowed: true, files: STEPS[0]?.files });
    const added = (await answering("add", calls.judge(commit, about("3")))).answer;
    expect(added).toMatchObject({ allowed: true, commits: true });
    expect(await calls.judge(runs("git tag x"), about("4"))).toMatchObject({ allowed: true, commits: true });
    expect(await callsOf("look").judge(commit, about("5", false))).toEqual(REFUSED);
  });

  it("that is allowed once is not allowed any more if its path leads elsewhere by then", async () => {
    const { f, callsOf, about, answering, judged } = await stand();
    writeFileSync(join(f.project, "docs/x.md"), "");
    const turn = () => {
      rmSync(join(f.project, "docs/x.md"));
      symlinkSync("../.pi/plans.json", join(f.project, "docs/x.md"));
    };
    const { answer: given } = await answering("once", callsOf("code").judge(writes("docs/x.md"), about("1")), turn);
    expect(given).toEqual(REFUSED);
    expect(await judged()).toContainEqual(
      expect.objectContaining({ code: "PROTECTED_PATH", step_id: "code", subagent_id: "sub-code" }),
    );
  });

  it("that was added to its step is allowed from now on, for this step only, and nothing more than it", async () => {
    const { callsOf, about, answering, asked } = await stand();
    const calls = callsOf("docs");
    expect((await answering("add", calls.judge(writes("src/a.ts"), about("1")))).answer).toEqual(ALLOWED);
    expect(await calls.judge(writes("src/a.ts", "other"), about("2"))).toMatchObject({
      allowed: true,
      files: ["docs/**", "src/a.ts"],
    });
    expect(await calls.judge(writes("src/b.ts"), about("3", false))).toEqual(REFUSED);
    expect(await calls.judge(writes("docs/../src/A.ts"), about("4", false))).toEqual(REFUSED);
    expect(await callsOf("code").judge(writes("docs/a.md"), about("5", false))).toEqual(REFUSED);
    expect(await asked()).toEqual([]);
  });

  it("with a tool that was added is held to the step's files, and the tool is not given to others", async () => {
    const { callsOf, about, answering } = await stand();
    expect((await answering("add", callsOf("docs").judge(runs("make"), about("1")))).answer).toEqual({
      allowed: true,
      files: ["docs/**"],
    });
    const edit: ToolCall = { tool: "edit", source: "pi", input: { path: "docs/a.md", edits: [] } };
    expect(await callsOf("docs").judge(edit, about("2", false))).toEqual(REFUSED);
    expect(await callsOf("look").judge(edit, about("3", false))).toEqual(REFUSED);
  });

  it("stays in the inbox where the run waits for nobody, and ends its step", async () => {
    const { callsOf, about, asked, judged } = await stand({ canAsk: false });
    const given = await callsOf("code").judge(writes("docs/x.md"), about("1"));
    expect(given).toMatchObject({ allowed: false, isAsked: true, message: expect.stringContaining("A person has to") });
    expect(await asked()).toMatchObject([{ kind: "amendment", unattended: true, adds: { files: ["docs/x.md"] } }]);
    expect(await judged()).toEqual([]);
  });

  it("that is too long for a person is refused, and nobody is bothered", async () => {
    const { callsOf, about, asked } = await stand();
    const given = await callsOf("code").judge(writes("docs/x.md", "x".repeat(200_000)), about("1"));
    expect(given).toMatchObject({ allowed: false, message: expect.stringContaining("too long") });
    expect(await asked()).toEqual([]);
  });

  it("is not waited for once the step is stopped", async () => {
    const { callsOf, about, next } = await stand();
    const stop = new AbortController();
    const calling = callsOf("code").judge(writes("docs/x.md"), about("1", true, stop.signal));
    await next();
    stop.abort();
    expect(await calling).toEqual(REFUSED);
  });
});

describe("what no person is asked about, because no answer could allow it", () => {
  const NEVER: [name: string, step: string, call: (root: string) => ToolCall][] = [
    ["a plan", "code", () => writes(".pi/plans/PLAN-a1b2c3d4.md")],
    ["the settings", "code", () => writes(".pi/plans.json")],
    ["a hook of git", "code", () => writes(".git/hooks/pre-commit")],
    ["git's configuration", "code", () => writes("src/../.git/config")],
    ["our home", "code", (root) => writes(join(root, "home/key"))],
    ["a file outside the project", "code", (root) => writes(join(root, "outside/x"))],
    ["a file outside the project by ..", "code", () => writes("../outside/x")],
    ["a file that was taken out of its files", "code", () => writes("src/secret.ts")],
    ["a file whose name would be a pattern", "code", () => writes("docs/*")],
    ["writing in a step that looks", "look", () => writes("src/a.ts")],
    ["a command that writes in a step that looks", "look", () => runs("echo x > src/a.ts")],
  ];
  it.each(NEVER)("%s", async (_, step, call) => {
    const { f, callsOf, about, asked, judged } = await stand();
    expect(await callsOf(step).judge(call(f.root), about("1"))).toEqual(REFUSED);
    expect(await asked()).toEqual([]);
    const judgements = await judged();
    expect(judgements.length).toBeGreaterThan(0);
    expect(judgements.every((one) => "blocked" in one && one.blocked)).toBe(true);
  });
});

describe("a step that is over", () => {
  it.each(["completed", "failed", "interrupted"] as const)("because it %s gets no call through", async (outcome) => {
    const { callsOf, about, record } = await stand();
    await record({ type: "end_step", step_id: "code", outcome });
    expect(await callsOf("code").judge(writes("src/a.ts"), about("1"))).toEqual(REFUSED);
  });

  it("closes what it asked: nobody can allow it any more", async () => {
    const { f, callsOf, about, record, next } = await stand();
    const calling = callsOf("code").judge(writes("docs/x.md"), about("1"));
    const request = await next();
    await record({ type: "end_step", step_id: "code", outcome: "interrupted" });
    expect(await calling).toEqual(REFUSED);
    expect(await answer(f.desk, request.id, { kind: "amendment", choice: "once" }, f.person)).toMatchObject({
      ok: false,
    });
  });

  it("does not come to life with its next attempt: that is another agent", async () => {
    const { f, id, callsOf, about, record } = await stand();
    await record({ type: "end_step", step_id: "code", outcome: "interrupted" });
    must(await f.desk.send(id, { type: "retry_step", step_id: "code" }, f.person));
    await record({ type: "start_step", step_id: "code", subagent_id: "sub-code-2" });
    expect(await callsOf("code").judge(writes("src/a.ts"), about("1"))).toEqual(REFUSED);
    expect(await callsOf("code", "sub-code-2").judge(writes("src/a.ts"), about("1"))).toEqual(ALLOWED);
  });

  it("is one that a person paused at once; in another pause what runs comes to its end", async () => {
    const { f, id, callsOf, about } = await stand();
    must(await f.desk.send(id, { type: "pause" }, f.person));
    expect(await callsOf("code").judge(writes("src/a.ts"), about("1"))).toEqual(ALLOWED);
    must(await f.desk.send(id, { type: "resume" }, f.person));
    must(await f.desk.send(id, { type: "pause", now: true }, f.person));
    expect(await callsOf("code").judge(writes("src/a.ts"), about("2"))).toEqual(REFUSED);
  });

  it("is one whose plan was cancelled, also while a person was asked", async () => {
    const { f, id, callsOf, about, next } = await stand();
    const calling = callsOf("code").judge(writes("docs/x.md"), about("1"));
    await next();
    must(await f.desk.send(id, { type: "cancel" }, f.person));
    expect(await calling).toEqual(REFUSED);
    expect(await callsOf("code").judge(writes("src/a.ts"), about("2"))).toEqual(REFUSED);
  });

  it("is one whose executor was replaced, even if a person allows what it asked", async () => {
    const { f, id, lease, callsOf, about, answering } = await stand();
    const taken = async () => {
      const other = { ...newLease(), id: "another" };
      const { refusal } = await f.desk.record(id, [{ type: "take_lease", lease: other, from: lease.id }], other.id);
      expect(refusal).toBeUndefined();
    };
    const { answer: given } = await answering("once", callsOf("code").judge(writes("docs/x.md"), about("1")), taken);
    expect(given).toEqual(REFUSED);
    expect(await callsOf("code").judge(writes("src/a.ts"), about("2"))).toEqual(REFUSED);
  });
});

describe("with the level log", () => {
  it("lets a call outside the scope run, and takes it down once", async () => {
    const { callsOf, about, asked, judged } = await stand({ settings: { level: "log" } });
    const calls = callsOf("code");
    expect(await calls.judge(writes("docs/x.md"), about("1"))).toEqual(ALLOWED);
    expect(await calls.judge(writes("docs/x.md"), about("1", false))).toEqual(ALLOWED);
    expect(await asked()).toEqual([]);
    expect(await judged()).toMatchObject([{ code: "OUT_OF_SCOPE", blocked: false }]);
  });

  it("confines a command to the step's files all the same, and protects what is protected", async () => {
    const { callsOf, about } = await stand({ settings: { level: "log" } });
    expect(await callsOf("docs").judge(runs("make"), about("1"))).toMatchObject({ allowed: true, files: ["docs/**"] });
    expect(await callsOf("docs").judge(writes(".pi/plans.json"), about("2"))).toEqual(REFUSED);
  });
});

describe("without a sandbox", () => {
  it("a step without files is asked about what it removes outside the project, in every mode", async () => {
    for (const settings of [{}, { yolo: true }, { yolo: true, scope: "full", tool_ignore: ["bash"], level: "log" }]) {
      const { f, callsOf, about, answering } = await stand({ sandbox: "off", settings });
      const call = runs(`rm -rf ${join(f.project, "..", "elsewhere")}`);
      const { request, answer: given } = await answering("refuse", callsOf("wide").judge(call, about("1")));
      expect(request).toMatchObject({ adds: {}, reason: expect.stringContaining("outside the project") });
      expect(given).toEqual(REFUSED);
    }
  });

  it("a step without files is denied that where nobody can be asked", async () => {
    const { callsOf, about } = await stand({ sandbox: "off", canAsk: false, settings: { yolo: true } });
    expect(await callsOf("wide").judge(runs("rm -rf ../elsewhere"), about("1"))).toMatchObject({
      allowed: false,
      message: expect.stringContaining("No person can be asked here."),
    });
    expect(await callsOf("wide").judge(runs("make"), about("2"))).toEqual(ALLOWED);
  });

  it("a step without files is asked about a command that may write anywhere, and not about one that stays inside", async () => {
    const { callsOf, about, answering, asked } = await stand({ sandbox: "off" });
    expect((await answering("once", callsOf("wide").judge(runs("make"), about("1")))).answer).toEqual(ALLOWED);
    expect(await callsOf("wide").judge(runs("mkdir -p out && echo x > out/a"), about("2"))).toEqual(ALLOWED);
    expect(await asked()).toEqual([]);
  });

  it("a command of a step with files is a person's to allow, each time; it cannot be added", async () => {
    const { f, callsOf, about, next, asked } = await stand({ sandbox: "off" });
    const calling = callsOf("code").judge(runs("make"), about("1"));
    const request = await next();
    expect(request).toMatchObject({ adds: {} });
    expect(await answer(f.desk, request.id, { kind: "amendment", choice: "add" }, f.person)).toMatchObject({
      ok: false,
    });
    must(await answer(f.desk, request.id, { kind: "amendment", choice: "once" }, f.person));
    expect(await calling).toEqual(ALLOWED);
    expect(await asked()).toEqual([]);
  });

  it("a tool that was added still has to be confirmed", async () => {
    const { callsOf, about, answering, next, f } = await stand({ sandbox: "off" });
    const calling = callsOf("docs").judge(runs("make"), about("1"));
    const first = await next();
    must(await answer(f.desk, first.id, { kind: "amendment", choice: "add" }, f.person));
    const { request, answer: given } = await answering("once", calling);
    expect(request).toMatchObject({ adds: {} });
    expect(given).toEqual(ALLOWED);
  });
});

describe("a file that a host loads", () => {
  it("is written by a step without files only after a person has added its literal path", async () => {
    const { callsOf, about, answering, asked } = await stand();
    const calls = callsOf("wide");
    const call = writes(".pi/extensions/evil.ts");
    const { request, answer: given } = await answering("refuse", calls.judge(call, about("1")));
    expect(request).toMatchObject({ adds: { files: [".pi/extensions/evil.ts"] } });
    expect((request as { reason: string }).reason).toContain("pi would load it as code");
    expect(given).toEqual(REFUSED);
    expect((await answering("add", calls.judge(call, about("2")))).answer).toEqual(ALLOWED);
    expect(await calls.judge(call, about("3"))).toEqual({ allowed: true });
    expect(await calls.judge(writes("anything.txt"), about("4"))).toEqual({ allowed: true });
    expect((await answering("refuse", calls.judge(writes(".pi/extensions/b.ts"), about("5")))).answer).toEqual(REFUSED);
    expect(await asked()).toEqual([]);
  });

  it("is written by no step where nobody can be asked", async () => {
    const { callsOf, about, asked } = await stand({ canAsk: false });
    expect(await callsOf("wide").judge(writes(".vscode/settings.json"), about("1"))).toEqual(REFUSED);
    expect(await asked()).toMatchObject([{ kind: "amendment", unattended: true, step_id: "wide" }]);
  });

  it("is offered with all others that a command names", async () => {
    const { callsOf, about, answering } = await stand({ sandbox: "off" });
    const { request } = await answering("refuse", callsOf("wide").judge(runs("touch .envrc .mcp.json"), about("1")));
    expect(request).toMatchObject({ adds: { files: [".envrc", ".mcp.json"] } });
  });

  it("is never offered where no signature could allow it", async () => {
    const { callsOf, about } = await stand();
    for (const path of [".git/hooks/pre-commit", ".pi/plans.json", ".vscode", "../.vscode/settings.json"]) {
      expect(await callsOf("wide").judge(writes(path), about(path)), path).toEqual(REFUSED);
    }
  });
});
