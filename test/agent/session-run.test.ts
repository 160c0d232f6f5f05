import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantMessage } from "@earendil-works/pi-ai";
import { describe, expect, it } from "vitest";
import type { PlanNews } from "../../src/agent/plan-news.ts";
import type { Desk } from "../../src/desk/desk.ts";
import type { Person } from "../../src/desk/persons.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { acquireSlot } from "../../src/run/acquire-slot.ts";
import { must, processesIn, type Stand, type StandOptions, stand } from "./attacks/stand.ts";
import { makeGate } from "./bench/gate.ts";
import { calls, fails, says } from "./bench/model.ts";
import { PersonActs } from "./bench/person-acts.ts";

// A plan carried out by the model that made it: what the executor sees to, seen from the session.

const WRITE = { id: "write", title: "Write it", tools: ["write", "bash"], files: ["a.txt"] };
/** Without `files` its commands run as they are. With them they run confined, or a person is asked where there is no sandbox. */
const ANYWHERE = { id: "write", title: "Write it", tools: ["write", "bash"] };
/** Its commands run without a question also where there is no sandbox. */
const UNASKED = { user: { yolo: true } };
const MORE = { id: "more", title: "Write more", tools: ["write"], files: ["b.txt"], depends_on: ["write"] };
const writes = (path: string, content = "two\n") => calls(["write", { path, content }]);
const reports = (step_id: string, outcome = "done") => calls(["report_step", { step_id, outcome, notes: "n" }]);

async function submitted(steps: object[], options: StandOptions = {}): Promise<Stand> {
  const here = await stand({ flags: { plan: true }, canAsk: true, ...options });
  await here.tries(["submit_plan", { plan: { title: "Say two", steps } }]);
  return here;
}

function amendments(plan: LivePlan | undefined) {
  return openRequests(plan?.requests ?? {}).flatMap((open) => (open.kind === "amendment" ? [open] : []));
}

const statusOf = (plan: LivePlan | undefined, step: string) => plan?.run?.steps.get(step)?.status;

async function lastPlan({ session }: Stand): Promise<LivePlan> {
  const plan = (await session.agent.plan()) ?? (await session.lastPlan());
  if (plan === undefined) throw new Error("There is no plan.");
  return plan;
}

function heard({ session }: Stand, isIt: (news: PlanNews) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.listen((news) => {
      if (!isIt(news)) return;
      stop();
      resolve();
    });
  });
}

describe("a step in the session", () => {
  it("is seen by the host: what it changed, what it used, and the tree before and after", async () => {
    const here = await submitted([WRITE]);
    here.bench.says(writes("a.txt"), reports("write"), says("Done."));
    await here.approve();
    await here.until((plan) => plan === undefined);
    const { run } = await lastPlan(here);
    const { result, subagent_id } = run?.steps.get("write") ?? {};
    expect(run?.snapshot).toMatch(/^[0-9a-f]{40}$/);
    expect(result?.snapshot).not.toBe(run?.snapshot);
    expect(result?.artifacts).toEqual([{ path: "a.txt", how: "changed" }]);
    expect(result?.stats).toMatchObject({ tool_calls: 1, tool_successes: 1 });
    expect(result?.stats.prompt_tokens).toBeGreaterThan(0);
    expect(subagent_id).toMatch(/^run-\w+-write-1$/);
  });

  it("has none of the changes that a person makes while its model thinks, or while a person is asked", async () => {
    const here = await submitted([WRITE]);
    const mine = (name: string, content = "mine\n") => writeFileSync(join(here.project.cwd, name), content);
    const meanwhile = (name: string, message: ReturnType<typeof calls>) => async () => {
      mine(name);
      return message as AssistantMessage;
    };
    here.bench.says(
      meanwhile("early.txt", writes("a.txt")),
      meanwhile(
        "mine.txt",
        calls(["write", { path: "a.txt", content: "two two\n" }], ["write", { path: "b.txt", content: "x\n" }]),
      ),
      meanwhile("late.txt", reports("write")),
      says("Done."),
    );
    await here.approve();
    await here.until((plan) => amendments(plan).length === 1);
    mine("asked.txt");
    const [asked] = amendments(await here.session.agent.plan());
    const refused = { kind: "amendment", choice: "refuse" } as const;
    must(await answer(here.session.agent.desk, asked?.id ?? "", refused, here.person()));
    await here.until((plan) => plan === undefined);
    const { run } = await lastPlan(here);
    const { artifacts, others, drift } = run?.steps.get("write")?.result ?? {};
    expect(artifacts).toEqual([{ path: "a.txt", how: "changed" }]);
    expect(drift).toBeUndefined();
    expect(others?.map(({ path }) => path).sort()).toEqual(["asked.txt", "late.txt", "mine.txt"]);
  });

  it("is checked once for each claim; the third one that does not hold is its end", async () => {
    const verify = "echo x >> a.txt; grep -q two a.txt";
    const here = await submitted([{ ...WRITE, verify }]);
    here.bench.says(reports("write"), reports("write"), reports("write"), says("Well."));
    await here.approve();
    await here.until((plan) => plan === undefined);
    await here.bench.session.waitForIdle();
    expect(here.project.read("a.txt")).toBe("one\nx\nx\nx\n");
    expect((await lastPlan(here)).status).toBe("failed");
    expect(here.bench.saw.results.slice(-3).map(([, isError, text]) => [isError, text.split("\n")[0]])).toEqual([
      [true, "Its check did not pass: exit code 1"],
      [true, "Its check did not pass: exit code 1"],
      [false, expect.stringContaining("The plan has failed and nothing more is started.")],
    ]);
  });

  it("is not said to be done in the same breath in which something failed", async () => {
    const here = await submitted([WRITE]);
    const report = ["report_step", { step_id: "write", outcome: "done", notes: "n" }] as const;
    here.bench.says(
      calls(["bash", { command: "false" }], report),
      calls(["write", { path: "a.txt", content: "two\n" }], report),
      says("Done."),
    );
    await here.approve();
    await here.until((plan) => plan === undefined);
    await here.bench.session.waitForIdle();
    expect(here.bench.saw.results.slice(-4).map(([name, isError]) => [name, isError])).toEqual([
      ["bash", true],
      ["report_step", true],
      ["write", false],
      ["report_step", false],
    ]);
  });

  it("asks a person about a call outside its scope: refused, allowed once, or added for the rest of the step", async () => {
    const here = await submitted([WRITE]);
    here.bench.says(
      writes("b.txt", "refused"),
      writes("b.txt", "once"),
      writes("b.txt", "asked again"),
      writes("b.txt", "added"),
      reports("write"),
      says("Done."),
    );
    await here.approve();
    for (const choice of ["refuse", "once", "refuse", "add"] as const) {
      await here.until((plan) => amendments(plan).length === 1);
      const [asked] = amendments(await here.session.agent.plan());
      expect(asked).toMatchObject({ step_id: "write", tool: "write", adds: { files: ["b.txt"] } });
      must(await answer(here.session.agent.desk, asked?.id ?? "", { kind: "amendment", choice }, here.person()));
    }
    await here.until((plan) => plan === undefined);
    await here.bench.session.waitForIdle();
    expect(here.bench.saw.results.filter(([name]) => name === "write").map(([, isError]) => isError)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(here.project.read("b.txt")).toBe("added");
    expect((await lastPlan(here)).run?.amendments).toMatchObject([{ step_id: "write", files: ["b.txt"] }]);
  });

  it("runs a command that a person allowed once, and not another in its place", async () => {
    const here = await submitted([{ ...WRITE, tools: ["write"] }]);
    const bash = (command: string) => calls(["bash", { command, timeout: 20 }]);
    here.bench.says(bash("echo once >> a.txt"), bash("echo twice >> a.txt"), reports("write"), says("Done."));
    await here.approve();
    for (const choice of ["once", "refuse"] as const) {
      await here.until((plan) => amendments(plan).length === 1);
      const [asked] = amendments(await here.session.agent.plan());
      must(await answer(here.session.agent.desk, asked?.id ?? "", { kind: "amendment", choice }, here.person()));
    }
    await here.until((plan) => plan === undefined);
    expect(here.project.read("a.txt")).toBe("one\nonce\n");
  });

  it("is not said to be done in the same breath as the one before it, or as what its check did not pass", async () => {
    const verify = "echo x >> a.txt; grep -q two a.txt";
    const here = await submitted([{ ...WRITE, verify }, MORE]);
    const report = (step_id: string) => ["report_step", { step_id, outcome: "done", notes: "n" }] as const;
    here.bench.says(
      calls(report("write"), report("write"), report("write")),
      calls(["write", { path: "a.txt", content: "two\n" }], report("write"), report("more")),
      calls(["write", { path: "b.txt", content: "b" }], report("more")),
      says("Done."),
    );
    await here.approve();
    await here.until((plan) => plan === undefined);
    await here.bench.session.waitForIdle();
    const told = here.bench.saw.results.filter(([name]) => name === "report_step");
    expect(told.map(([, isError]) => isError)).toEqual([true, true, true, false, true, false]);
    expect(told[4]?.[2]).toBe("You have just been told of step more: Write more. Do it first.");
    expect(here.project.read("a.txt")).toBe("two\nx\n");
    expect((await lastPlan(here)).status).toBe("completed");
  });

  it("begins also while another plan, which a person has just cancelled, still comes to its end", async () => {
    const here = await submitted([ANYWHERE], UNASKED);
    const { desk } = here.session.agent;
    const { depends_on: _, ...step } = MORE;
    const { id, proposal } = must(await desk.propose({ title: "Another", steps: [step] }, here.person())).plan;
    const { revision, digest } = proposal;
    must(await desk.send(id, { type: "approve", revision, digest }, here.person()));
    const gate = makeGate(here.project);
    here.bench.says(
      calls(["bash", { command: gate.wait }]),
      says("Well."),
      writes("b.txt"),
      reports("more"),
      says("."),
    );
    await here.approve();
    await gate.reached;
    const commands = new PersonActs(here.session, here.person());
    must(await commands.cancel());
    expect(here.session.run.planId).toBeDefined();
    must(await commands.run(id));
    expect((await here.session.agent.plan())?.id).toBe(id);
    await here.until((plan) => plan === undefined);
    expect(await desk.plan(id)).toMatchObject({ value: { state: { status: "completed" } } });
  });

  it.each([
    "session",
    "subagent",
  ])("leaves a session planning that plans anew before it has ended (%s)", async (execution) => {
    const step = { id: "wait", title: "Wait", files: ["a.txt"] };
    const here = await stand({ flags: { plan: true }, canAsk: true, user: { execution } });
    const gate = makeGate(here.project);
    await here.tries(["submit_plan", { plan: { title: "Wait", steps: [{ ...step, run: gate.wait }] } }]);
    await here.approve();
    await gate.reached;
    must(await new PersonActs(here.session, here.person()).cancel());
    expect(here.session.run.planId).toBeDefined();
    must(await here.session.enter(here.person(), { task: "something else" }));
    await here.session.run.settled();
    expect(await here.session.agent.state()).toMatchObject({ phase: "gathering", task: "something else" });
    await here.tries(["write", { path: "a.txt", content: "two\n" }]);
    expect(here.project.read("a.txt")).toBe("one\n");
  });

  it("is in progress, and yet its model only reads, while it is checked", async () => {
    const here = await submitted([{ ...WRITE, verify: "true" }]);
    const gate = makeGate(here.project);
    await new PersonActs(here.session, here.person()).cancel();
    must(await here.session.enter(here.person(), {}));
    await here.tries(["submit_plan", { plan: { title: "Say two", steps: [{ ...WRITE, verify: gate.wait }] } }]);
    here.bench.says(reports("write"), says("Done."));
    await here.approve();
    await gate.reached;
    expect(statusOf(await lastPlan(here), "write")).toBe("in_progress");
    expect(await here.session.readingOnly()).toMatchObject({ because: "between_steps" });
    gate.open();
    await here.until((plan) => plan === undefined);
  });

  it("is interrupted, and the plan paused, when its model fails; a person has it begin again", async () => {
    const here = await submitted([WRITE]);
    here.bench.says(fails("402 no money"), says("x"));
    await here.approve();
    await here.until((plan) => plan?.status === "paused");
    expect(statusOf(await lastPlan(here), "write")).toBe("interrupted");
    await here.bench.session.waitForIdle();
    const notice = here.bench.session.messages.findLast(({ role }) => role === "custom");
    expect(JSON.stringify(notice)).toContain("Paused in the middle of step write: the model failed: 402 no money.");
    here.bench.faux.setResponses([]);
    here.bench.says(writes("a.txt"), reports("write"), says("Done."));
    must(await new PersonActs(here.session, here.person()).resume());
    expect(statusOf(await lastPlan(here), "write")).toBe("interrupted");
    await answerInterruption(here.session.agent.desk, here.person(), "again");
    await here.until((plan) => plan === undefined);
    expect((await lastPlan(here)).run?.steps.get("write")).toMatchObject({ status: "completed", attempts: 2 });
  });

  it("leaves no command of it running when it is paused at once", async () => {
    const here = await submitted([ANYWHERE], UNASKED);
    const gate = makeGate(here.project);
    here.bench.says(calls(["bash", { command: `setsid sleep 600 & ${gate.wait}` }]), says("x"));
    await here.approve();
    await gate.reached;
    must(await new PersonActs(here.session, here.person()).pause(true));
    await here.until((plan) => statusOf(plan, "write") === "interrupted");
    expect(await processesIn(here.project.root)).toEqual([]);
    expect((await lastPlan(here)).status).toBe("paused");
  });

  it("does not begin by itself after a person stopped the model while the step before was checked", async () => {
    const project = (await stand({})).project;
    const gate = makeGate(project);
    const here = await submitted([{ ...WRITE, verify: gate.wait }, MORE], { project });
    here.bench.says(reports("write"));
    await here.approve();
    await gate.reached;
    await here.bench.session.abort();
    await here.bench.session.waitForIdle();
    const asked = here.bench.saw.requests.length;
    gate.open();
    await here.until((plan) => statusOf(plan, "more") === "in_progress" && here.session.run.runner.step?.id === "more");
    await here.bench.session.waitForIdle();
    expect(here.bench.saw.requests).toHaveLength(asked);
    here.bench.says(writes("b.txt"), reports("more"), says("Done."));
    must(await new PersonActs(here.session, here.person()).resume());
    await here.until((plan) => plan === undefined);
    expect(here.project.has("b.txt")).toBe(true);
  });
});

describe("a run in the session", () => {
  it.each(["go_on", "stop"] as const)("asks a person at its budget, who says %s", async (choice) => {
    const here = await submitted([WRITE], { user: { budget: { tokens: 1 } } });
    here.bench.says(writes("a.txt"), reports("write"), ...Array.from({ length: 4 }, () => says("x")));
    const { desk } = here.session.agent;
    let answered = 0;
    const stop = here.session.listen(async () => {
      const [entry] = (await inbox(desk)).filter(({ kind }) => kind === "budget");
      if (entry === undefined || answered > 40) return;
      answered += 1;
      await answer(desk, entry.id, { kind: "budget", choice }, here.person());
    });
    await here.approve();
    await here.until((plan) => plan === undefined);
    stop();
    expect(answered).toBeGreaterThan(0);
    const isMore = choice === "go_on";
    expect([(await lastPlan(here)).status, here.project.read("a.txt")]).toEqual(
      isMore ? ["completed", "two\n"] : ["failed", "one\n"],
    );
  });

  it("waits for its turn among the plans of the project, and says for what", async () => {
    const here = await submitted([WRITE]);
    const { desk } = here.session.agent;
    const other = must(await desk.propose({ title: "Other", steps: [{ id: "s", title: "S" }] }, here.person()));
    const { revision, digest } = other.plan.proposal;
    must(await desk.send(other.plan.id, { type: "approve", revision, digest }, here.person()));
    const { signal } = new AbortController();
    const turn = must(await acquireSlot(other.plan.id, { desk, signal, how: "refuse", tell: () => {} }));
    const waits = heard(here, (news) => news.type === "run" && news.news.type === "waiting");
    here.bench.says(writes("a.txt"), reports("write"), says("Done."));
    await here.approve();
    await waits;
    expect(here.session.run.waits.join()).toContain(`${other.plan.id} is run by process ${process.pid}`);
    expect((await lastPlan(here)).status).toBe("approved");
    expect(await here.session.readingOnly()).toMatchObject({ because: "between_steps" });
    turn.end();
    // The table of turns tells nobody; whoever records something does.
    must(await desk.send(other.plan.id, { type: "cancel" }, here.person()));
    await here.until((plan) => plan === undefined);
    expect((await lastPlan(here)).status).toBe("completed");
  });

  it("does not begin by itself in the next session, when it was left while it waited for its turn", async () => {
    const before = await submitted([WRITE], { session: "file" });
    const { desk } = before.session.agent;
    const other = must(await desk.propose({ title: "Other", steps: [{ id: "s", title: "S" }] }, before.person()));
    const { revision, digest } = other.plan.proposal;
    must(await desk.send(other.plan.id, { type: "approve", revision, digest }, before.person()));
    const { signal } = new AbortController();
    const turn = must(await acquireSlot(other.plan.id, { desk, signal, how: "refuse", tell: () => {} }));
    const waits = heard(before, (news) => news.type === "run" && news.news.type === "waiting");
    await before.approve();
    await waits;
    await before.bench.quit();
    turn.end();
    const here = await stand({
      project: before.project,
      session: { file: before.bench.sessionFile() },
      canAsk: true,
    });
    await here.session.catchUp();
    expect(here.session.run.planId).toBeUndefined();
    expect(await here.session.readingOnly()).toMatchObject({ because: "held" });
    here.bench.says(writes("a.txt"), reports("write"), says("Done."));
    must(await new PersonActs(here.session, here.person()).resume());
    await here.until((plan) => plan === undefined);
    expect((await lastPlan(here)).status).toBe("completed");
  });

  it("starts no step without the model that was signed, asks which other one to take, and goes on with that", async () => {
    const here = await submitted([WRITE]);
    const plan = await lastPlan(here);
    const { revision, digest } = plan.proposal;
    const choices = { executor_model: "nobody/none" };
    const { desk } = here.session.agent;
    must(await desk.send(plan.id, { type: "approve", revision, digest, choices }, here.person()));
    await here.until((now) => now?.status === "paused");
    const [request] = (await inbox(desk)).filter(({ kind }) => kind === "model");
    expect(request).toMatchObject({ kind: "model", model: "nobody/none" });
    expect(statusOf(await lastPlan(here), "write")).toBe("pending");
    expect(await here.session.readingOnly()).toBeDefined();
    here.bench.says(writes("a.txt"), reports("write"), says("Done."));
    const model = request?.kind === "model" ? (request.options[0] ?? "") : "";
    must(await answer(desk, request?.id ?? "", { kind: "model", model }, here.person()));
    await here.until((now) => now === undefined);
    expect((await lastPlan(here)).status).toBe("completed");
  });

  it("gives the plan back when another session is begun in its place: anybody can take it up", async () => {
    const here = await submitted([ANYWHERE], { ...UNASKED, session: "file" });
    const gate = makeGate(here.project);
    here.bench.says(calls(["bash", { command: gate.wait }]));
    await here.approve();
    await gate.reached;
    const { id } = await lastPlan(here);
    await here.bench.runtime.newSession();
    const found = must(await here.session.agent.desk.plan(id));
    const left = found.kind === "standing" ? found.state : undefined;
    expect([left?.status, left?.run?.lease, statusOf(left, "write")]).toEqual(["paused", undefined, "interrupted"]);
    // It was begun with --plan as well, and would bind the next one.
    await here.bench.quit();
    const other = await stand({ project: here.project, canAsk: true });
    await other.tries(["read", { path: "a.txt" }]);
    other.bench.says(writes("a.txt"), reports("write"), says("Done."));
    must(await new PersonActs(other.session, other.person(), id).resume());
    await answerInterruption(other.session.agent.desk, other.person(), "again");
    await other.until((plan) => plan === undefined);
    expect(other.project.read("a.txt")).toBe("two\n");
  });

  it("tells of a step that was to change something, and did not", async () => {
    const here = await submitted([WRITE]);
    here.bench.says(reports("write"), says("Done."));
    await here.approve();
    await here.until((plan) => plan === undefined);
    expect((await lastPlan(here)).run?.steps.get("write")?.result?.drift).toContain("it changed none of its files");
  });
});

/** What a person decides about the one interrupted step. */
async function answerInterruption(desk: Desk, by: Person, choice: "again" | "failed" | "skip"): Promise<void> {
  const [asked] = (await inbox(desk)).filter(({ kind }) => kind === "interruption");
  must(await answer(desk, asked?.id ?? "", { kind: "interruption", choice }, by));
}
