import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PlanNews } from "../../src/agent/plan-news.ts";
import { Desk } from "../../src/desk/desk.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { abandonLease, newLease } from "../../src/run/lease.ts";
import { must, processesIn, type Stand, stand } from "./attacks/stand.ts";
import { afterTest } from "./bench/after-test.ts";
import { calls, says } from "./bench/model.ts";
import { PersonActs } from "./bench/person-acts.ts";

/** It runs until somebody says how it ends, by making a file. */
const SLOW = "touch checking; until [ -e passes ] || [ -e fails ]; do sleep 0.02; done; [ -e passes ]";
const STEPS = [
  { id: "write", title: "Write it", tools: ["write", "bash"], files: ["**"], verify: SLOW },
  { id: "more", title: "Write more", tools: ["write"], files: ["b.txt"] },
];
const write = ["write", { path: "a.txt", content: "two\n" }] as const;

/** A session that ended in the middle of the step `write`, and was started again: its check runs. */
async function startedAgain(
  canAsk = true,
): Promise<Stand & { news: PlanNews[]; heard(type: PlanNews["type"]): Promise<void> }> {
  const before = await stand({ flags: { plan: true }, session: "file" });
  await before.tries(["submit_plan", { plan: { title: "Say two", steps: STEPS } }]);
  const { promise, resolve } = Promise.withResolvers<void>();
  before.bench.says(async () => {
    resolve();
    return new Promise<never>(() => {});
  });
  await before.approve();
  await promise;
  await before.bench.quit();
  const here = await stand({ project: before.project, session: { file: before.bench.sessionFile() }, canAsk });
  const news: PlanNews[] = [];
  const { session } = here;
  session.listen((heard) => news.push(heard));
  const heard = (type: PlanNews["type"]) =>
    new Promise<void>((done) => {
      const stop = session.listen((now) => {
        if (now.type !== type) return;
        stop();
        done();
      });
    });
  await expect.poll(() => here.project.has("checking")).toBe(true);
  return Object.assign(Object.create(here, Object.getOwnPropertyDescriptors(here)), { news, heard });
}

const statusOf = (plan: LivePlan | undefined, step: string) =>
  plan && "run" in plan ? plan.run?.steps.get(step)?.status : undefined;

describe("pi that is started again in the middle of a step", () => {
  it("is there at once, only reads while the check runs, and waits for a word when it has decided", async () => {
    const here = await startedAgain();
    const { session } = here;
    expect(session.run.recovery.underWay).toBeDefined();
    expect(await session.readingOnly()).toMatchObject({ because: "checking", step_id: "write" });
    expect(await session.told.words()).toContain("The check of step write is running");
    const decided = here.heard("checked");
    here.project.write("passes", "");
    await decided;
    const plan = await session.agent.plan();
    expect([plan?.status, statusOf(plan, "write"), statusOf(plan, "more")]).toEqual(["paused", "completed", "pending"]);
    expect(await session.readingOnly()).toMatchObject({ because: "between_steps" });
    expect(here.bench.saw.requests).toEqual([]);
  });

  it("changes nothing for a prompt that is typed meanwhile: no tool, no command, no claim", async () => {
    const here = await startedAgain();
    const tried = await here.tries(
      write,
      ["bash", { command: "echo two > a.txt" }],
      ["bash", { command: "cat a.txt" }],
      ["report_step", { step_id: "write", outcome: "done", notes: "n" }],
      ["report_step", { step_id: "write", outcome: "failed", notes: "n" }],
    );
    expect(tried.map(([tool, isError]) => [tool, isError])).toEqual([
      ["write", true],
      ["bash", true],
      ["bash", false],
      ["report_step", true],
      ["report_step", true],
    ]);
    expect(tried[0]?.[2]).toContain("The check of step write is running");
    expect(here.project.read("a.txt")).toBe("one\n");
    const plan = await here.session.agent.plan();
    expect([plan?.status, statusOf(plan, "write")]).toEqual(["executing", "in_progress"]);
    const decided = here.heard("checked");
    here.project.write("fails", "");
    await decided;
    expect(statusOf(await here.session.agent.plan(), "write")).toBe("interrupted");
    // The check has decided, and still nobody has said to go on.
    await here.tries(write);
    expect(here.project.read("a.txt")).toBe("one\n");
  });

  it("goes on after the check when a person has said so meanwhile", async () => {
    const here = await startedAgain();
    const said = must(await new PersonActs(here.session, here.person()).resume());
    expect(said).toMatchObject({ goes: { by: "check" }, words: expect.stringContaining("is checked first") });
    expect((await here.session.agent.plan())?.status).toBe("executing");
    expect(here.bench.saw.requests).toEqual([]);
    here.bench.says(calls(["write", { path: "b.txt", content: "b" }]), says("a"), says("b"), says("c"));
    here.project.write("passes", "");
    await here.until((plan) => statusOf(plan, "more") === "interrupted");
    expect(here.project.has("b.txt")).toBe(true);
    expect(here.project.read("a.txt")).toBe("one\n");
  });

  it("does not go on if that person has paused it since", async () => {
    const here = await startedAgain();
    const commands = new PersonActs(here.session, here.person());
    must(await commands.resume());
    must(await commands.pause());
    here.project.write("passes", "");
    await here.session.run.recovery.underWay;
    const plan = await here.session.agent.plan();
    expect([plan?.status, statusOf(plan, "write"), statusOf(plan, "more")]).toEqual(["paused", "completed", "pending"]);
    expect(here.bench.saw.requests).toEqual([]);
  });

  it("ends the check on /plan pause --now, and takes the step for interrupted", async () => {
    const here = await startedAgain();
    must(await new PersonActs(here.session, here.person()).pause(true));
    await here.session.run.recovery.underWay;
    const plan = await here.session.agent.plan();
    expect([plan?.status, statusOf(plan, "write")]).toEqual(["paused", "interrupted"]);
    expect(await processesIn(here.project.root)).toEqual([]);
  });

  it.each(["cancel", "handOff"] as const)("ends the check, and is free, when a person says %s", async (how) => {
    const here = await startedAgain();
    must(await new PersonActs(here.session, here.person())[how]());
    await here.session.run.recovery.underWay;
    expect(await processesIn(here.project.root)).toEqual([]);
    expect(await here.session.readingOnly()).toBeUndefined();
    expect((await here.session.agent.state()).phase).toBe("inactive");
    const plan = await here.session.lastPlan();
    // Whoever takes up what was handed off looks for themselves.
    expect([plan?.status, statusOf(plan, "write")]).toEqual(
      how === "cancel" ? ["cancelled", "in_progress"] : ["executing", "in_progress"],
    );
    await here.tries(write);
    expect(here.project.read("a.txt")).toBe("two\n");
  });

  it("hears that the plan was cancelled elsewhere, and ends the check", async () => {
    const here = await startedAgain();
    const { id } = (await here.session.agent.plan()) ?? { id: "" };
    const left = here.heard("left");
    must(await here.session.agent.desk.send(id, { type: "cancel" }, here.person()));
    await left;
    expect(await processesIn(here.project.root)).toEqual([]);
    await here.session.run.recovery.underWay;
    // Decided by somebody, but not said here.
    expect((await here.session.agent.state()).phase).toBe("inactive");
    expect(await here.session.readingOnly()).toMatchObject({ because: "awaiting_person" });
  });

  it("leaves no check behind when it ends, and says nothing of the step: the next one looks again", async () => {
    const here = await startedAgain();
    await here.bench.quit();
    expect(await processesIn(here.project.root)).toEqual([]);
    const again = await stand({ project: here.project, session: { file: here.bench.sessionFile() } });
    expect(statusOf(await again.session.agent.plan(), "write")).toBe("in_progress");
    expect(await again.session.readingOnly()).toMatchObject({ because: "checking" });
    const decided = new Promise<void>((done) => {
      again.session.listen(({ type }) => type === "checked" && done());
    });
    here.project.write("passes", "");
    await decided;
    expect(statusOf(await again.session.agent.plan(), "write")).toBe("completed");
  });

  it("ends the check when another session is begun in its place", async () => {
    const here = await startedAgain();
    await here.bench.runtime.newSession();
    expect(await processesIn(here.project.root)).toEqual([]);
    expect(here.bench.extensionErrors).toEqual([]);
  });

  it("lets another session take up the plan without a wait, read-only until the check has decided", async () => {
    const here = await startedAgain();
    const { id } = (await here.session.agent.plan()) ?? { id: "" };
    await here.bench.quit();
    const other = await stand({ project: here.project, canAsk: true });
    await other.tries(["read", { path: "a.txt" }]);
    const said = must(await new PersonActs(other.session, other.person(), id).resume());
    expect(said).toMatchObject({ goes: { by: "check" } });
    expect(await other.session.readingOnly()).toMatchObject({ because: "checking" });
    await other.tries(write);
    expect(other.project.read("a.txt")).toBe("one\n");
    other.project.write("fails", "");
    await other.session.run.recovery.underWay;
    // The check does not pass: what the person wanted goes on, and the step is not repeated unasked.
    const plan = await other.session.agent.plan();
    expect([plan?.status, statusOf(plan, "write")]).toEqual(["executing", "interrupted"]);
    expect(Object.values(plan?.requests ?? {}).map(({ kind, closing }) => [kind, closing])).toContainEqual([
      "interruption",
      undefined,
    ]);
    expect(other.project.read("a.txt")).toBe("one\n");
  });

  it("says nothing of a step that another process has begun again, and left, while the check ran", async () => {
    const here = await startedAgain();
    const { id } = (await here.session.agent.plan()) ?? { id: "" };
    const { desk } = here.session.agent;
    const lease = newLease();
    afterTest(() => abandonLease(lease.id));
    must(await acquireRun(desk, id, lease));
    const again: PlanCommand[] = [
      { type: "end_step", step_id: "write", outcome: "interrupted" },
      { type: "rerun_step", step_id: "write" },
      { type: "start_step", step_id: "write", subagent_id: "run-elsewhere-write-2" },
      { type: "end_step", step_id: "write", outcome: "interrupted" },
      { type: "release_lease" },
    ];
    expect(await desk.record(id, again, lease.id)).toMatchObject({ done: again.length });
    here.project.write("passes", "");
    await here.session.run.recovery.underWay;
    expect(statusOf(await here.session.agent.plan(), "write")).toBe("interrupted");
    expect(await here.session.readingOnly()).toMatchObject({ because: "between_steps" });
  });

  it("leaves alone what another process carries out by now: no check, and nothing of it is ended", async () => {
    const before = await startedAgain();
    const { id } = (await before.session.agent.plan()) ?? { id: "" };
    await before.bench.quit();
    rmSync(join(before.project.cwd, "checking"));
    const { COUNTERSIGN_AGENT: _, ...env } = { ...process.env, ...before.project.env };
    const desk = new Desk({ directory: before.project.cwd, env });
    afterTest(() => desk.close());
    const lease = newLease();
    afterTest(() => abandonLease(lease.id));
    must(await acquireRun(desk, id, lease));
    const again: PlanCommand[] = [
      { type: "end_step", step_id: "write", outcome: "interrupted" },
      { type: "rerun_step", step_id: "write" },
      { type: "start_step", step_id: "write", subagent_id: "run-elsewhere-write-2" },
    ];
    expect(await desk.record(id, again, lease.id)).toMatchObject({ done: 3 });
    const command = spawn("sleep", ["60"], { env: { ...env, COUNTERSIGN_AGENT: "run-elsewhere-write-2" } });
    afterTest(() => void command.kill());
    const here = await stand({ project: before.project, session: { file: before.bench.sessionFile() }, canAsk: true });
    expect(here.session.run.recovery.underWay).toBeUndefined();
    expect([command.exitCode, command.signalCode]).toEqual([null, null]);
    expect(here.project.has("checking")).toBe(false);
    expect(statusOf(await here.session.agent.plan(), "write")).toBe("in_progress");
    expect(await here.session.readingOnly()).toMatchObject({ because: "between_steps" });
  });

  it("waits for the check where nobody can be asked and the command would be the last", async () => {
    const here = await startedAgain(false);
    const resumed = new PersonActs(here.session, here.person()).resume();
    here.bench.says(says("a"), says("b"), says("c"));
    here.project.write("passes", "");
    must(await resumed);
    expect(statusOf(await here.session.agent.plan(), "write")).toBe("completed");
  });
});
