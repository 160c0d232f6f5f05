import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import { rotateKey } from "../../src/desk/keyring.ts";
import type { Lease } from "../../src/lifecycle/lease.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { execute } from "../../src/run/execute.ts";
import { interruptDeadRun } from "../../src/run/interrupt-dead-run.ts";
import { isHolderAlive, newLease } from "../../src/run/lease.ts";
import { runSettings } from "../../src/run/run-settings.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { must, refusalOf } from "../desk/fixture.ts";
import { type Act, DONE, RunBench, step, untilStopped } from "./bench.ts";
import { NO_TRACKING } from "./no-tracking.ts";

const CHAIN = { title: "Two steps", steps: [step("a"), step("b", { depends_on: ["a"] })] };

/** A step that ends when the test says so. */
function held(): { act: Act; release(): void } {
  const { promise, resolve } = Promise.withResolvers<typeof DONE>();
  return { act: () => promise, release: () => resolve(DONE) };
}

async function inTheMiddle(plan = CHAIN, more: Parameters<RunBench["carryOut"]>[0] = {}) {
  const bench = await RunBench.signed(plan);
  const { act, release } = held();
  const running = bench.carryOut({ ...more, acts: { a: act, ...more.acts } });
  await bench.until(() => bench.seen.includes("a starts"));
  return { bench, running, release };
}

/** Somebody who carries it out by hand. */
async function taken(bench: RunBench) {
  const lease = newLease();
  must(await acquireRun(bench.desk, bench.id, lease));
  const record = async (...commands: PlanCommand[]) => {
    const recorded = await bench.desk.record(bench.id, commands, lease.id);
    expect(recorded.refusal).toBeUndefined();
  };
  return { lease, record };
}

describe("an executor that breaks off in a process that goes on", () => {
  it("takes down what has ended, and leaves, as soon as it can write again", async () => {
    const { bench, running, release } = await inTheMiddle();
    const { record } = bench.desk;
    bench.desk.record = async () => {
      bench.desk.record = record;
      throw new Error("no space left");
    };
    release();
    await expect(running).rejects.toThrow("no space left");
    expect(await bench.plan()).toMatchObject({ status: "paused", why: "left" });
    expect(await bench.steps()).toEqual({ a: "completed", b: "pending" });
  });

  it("is not taken for one at work, even if it could not say a last word", async () => {
    const { bench, running, release } = await inTheMiddle();
    const { record } = bench.desk;
    bench.desk.record = async () => {
      throw new Error("no space left");
    };
    release();
    await expect(running).rejects.toThrow("no space left");
    bench.desk.record = record;
    const again = bench.carryOut();
    await bench.answer({ kind: "interruption", choice: "again" });
    expect(await again).toMatchObject({ how: "completed" });
    expect(bench.seen.filter((line) => line === "a starts")).toHaveLength(2);
  });

  it("is not taken for one at work when it was stopped before it knew what became of a step", async () => {
    const bench = await RunBench.signed({ title: "One", steps: [step("a", { verify: "test" })] });
    const { record } = await taken(bench);
    await record({ type: "start_step", step_id: "a" });
    const dead: Lease = { ...newLease(), pid: 2 ** 23 };
    const before = (await bench.plan()).run?.lease?.id ?? "";
    await bench.desk.record(bench.id, [{ type: "take_lease", lease: dead, from: before }], dead.id);
    const leaving = new AbortController();
    const verify = async () => {
      leaving.abort();
      return { ok: false, said: "stopped" };
    };
    expect(await bench.carryOut({ signal: leaving.signal, verify })).toMatchObject({ how: "left" });
    expect(await bench.carryOut()).toMatchObject({ how: "completed" });
    expect(bench.seen).toEqual([]);
  });
});

describe("those who watch a run", () => {
  it("harm nobody when they fail", async () => {
    const bench = await RunBench.signed(CHAIN);
    const plan = must(await acquireRun(bench.desk, bench.id, newLease()));
    const end = await execute(plan, {
      ...{
        desk: bench.desk,
        witness: { ...NO_TRACKING, before: () => Promise.reject(new Error("blind")) },
        canWait: true,
      },
      settings: runSettings(bench.desk.configuration.config),
      runnerOf: () => ({ run: async () => DONE }),
      verify: async () => ({ ok: true, said: "" }),
      signal: new AbortController().signal,
      tell: () => {
        throw new Error("the pipe is closed");
      },
    });
    expect(end).toMatchObject({ how: "completed" });
  });

  it("see a step fail that nobody can be found for", async () => {
    const bench = await RunBench.signed(CHAIN);
    const plan = must(await acquireRun(bench.desk, bench.id, newLease()));
    const end = await execute(plan, {
      ...{ desk: bench.desk, witness: NO_TRACKING, canWait: true, tell: () => {} },
      settings: runSettings(bench.desk.configuration.config),
      runnerOf: () => {
        throw new Error("no runner for it");
      },
      verify: async () => ({ ok: true, said: "" }),
      signal: new AbortController().signal,
    });
    expect(end).toMatchObject({ how: "failed", plan: { reason: expect.stringContaining("no runner for it") } });
  });
});

describe("a plan that was ended and approved again before its executor looked", () => {
  it("is no longer carried out by that one", async () => {
    const bench = await RunBench.signed(CHAIN);
    const running = bench.carryOut({ acts: { a: untilStopped } });
    await bench.until(() => bench.seen.includes("a starts"));
    must(await bench.send({ type: "pause", now: true }));
    await bench.until(async () => (await bench.steps())["a"] === "interrupted");
    const { pulse } = bench.desk.store;
    bench.desk.store.pulse = () => 0;
    const other = bench.f.open();
    must(await other.send(bench.id, { type: "fail", reason: "no" }, bench.person));
    must(await other.send(bench.id, { type: "retry" }, bench.person));
    bench.desk.store.pulse = pulse;
    expect(await running).toMatchObject({ how: "lost" });
    expect(await bench.carryOut()).toMatchObject({ how: "completed" });
  });
});

describe("words in a plan's file that change nothing", () => {
  it("are taken down once, though the file follows only now and then", async () => {
    const bench = await RunBench.signed(CHAIN);
    const at = bench.desk.at();
    const desk = new Desk({ directory: bench.f.project, env: bench.f.env, now: () => new Date(at) });
    afterTest(() => desk.close());
    const lease = newLease();
    must(await acquireRun(desk, bench.id, lease));
    const file = bench.f.planFile(bench.id);
    writeFileSync(file, `${readFileSync(file, "utf8")}\n<!-- seen -->\n`);
    for (const command of [
      { type: "start_step", step_id: "a" },
      { type: "end_step", step_id: "a", outcome: "completed" },
      { type: "start_step", step_id: "b" },
    ] as const) {
      expect((await desk.record(bench.id, [command], lease.id)).refusal).toBeUndefined();
    }
    const lines = readFileSync(bench.f.journalFile(bench.id), "utf8").split("\n");
    expect(lines.filter((line) => line.includes('"type":"edited"'))).toHaveLength(1);
  });
});

describe("what a person added to a step", () => {
  const adds = { files: ["b/**"] };
  const amend = {
    type: "amend",
    step_id: "a",
    subagent_id: "s",
    tool: "write",
    summary: "b/x",
    reason: "",
    adds,
  } as const;

  async function amended(plan: Parameters<typeof RunBench.signed>[0]) {
    const bench = await RunBench.signed(plan);
    const { record } = await taken(bench);
    await record({ type: "start_step", step_id: "a", subagent_id: "s" });
    await record(amend);
    await bench.answer({ kind: "amendment", choice: "add" });
    await record({ type: "end_step", step_id: "a", outcome: "interrupted" });
    return { bench, record };
  }

  it("goes with the signature under which it was added", async () => {
    const { bench } = await amended({
      title: "One",
      steps: [step("a", { description: "As signed.", files: ["a/**"] })],
    });
    expect((await bench.plan()).run?.amendments).toHaveLength(1);
    const file = bench.f.planFile(bench.id);
    const rewrite = (from: string, to: string) => writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
    rewrite("As signed.", "As edited.");
    expect((await bench.plan()).status).toBe("paused");
    await bench.answer({ kind: "divergence", choice: "review" });
    rewrite("As edited.", "As signed.");
    const { proposal } = await bench.plan();
    must(await bench.send({ type: "approve", revision: proposal.revision, digest: proposal.digest }));
    const again = must(await acquireRun(bench.desk, bench.id, newLease()));
    expect(again.run.amendments).toBeUndefined();
  });

  it("counts when it is asked what may run beside it", async () => {
    const { bench, record } = await amended({
      title: "Two",
      steps: [step("a", { files: ["a/**"] }), step("b", { files: ["b/**"] })],
    });
    must(await bench.send({ type: "retry_step", step_id: "a" }));
    await record({ type: "release_lease" });
    must(await bench.send({ type: "resume" }));
    let running = 0;
    let most = 0;
    const act: Act = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return DONE;
    };
    const end = await bench.carryOut({ acts: { a: act, b: act }, settings: { max_parallel_steps: 2 } });
    expect(end).toMatchObject({ how: "completed" });
    expect(most).toBe(1);
  });
});

describe("a machine that was asleep", () => {
  it("does not have an executor declare itself dead", async () => {
    const { bench, running, release } = await inTheMiddle();
    bench.f.pass(600);
    release();
    const isStalled = () => bench.news.some((news) => news.type === "changed" && news.plan.status === "stalled");
    expect(await Promise.race([running, bench.until(isStalled)])).toMatchObject({ how: "completed" });
  });
});

describe("a lease", () => {
  const silent = { lastSign: () => undefined, now: Date.now(), patience: 60_000 };
  const heard = { ...silent, lastSign: () => new Date().toISOString() };

  it("is held by a living process whose machine was given another name", () => {
    expect(isHolderAlive({ ...newLease(), host: "a-new-name" }, silent)).toBe(true);
    expect(isHolderAlive({ ...newLease(), host: "a-new-name", pid: 2 ** 23 }, heard)).toBe(false);
  });

  it("of a container beside this one is judged by its signs, not by this one's process numbers", () => {
    const beside: Lease = { ...newLease(), space: "pid:[1]", pid: 2 ** 23 };
    expect(isHolderAlive(beside, heard)).toBe(true);
    expect(isHolderAlive(beside, silent)).toBe(false);
  });

  it("from before the machine was started anew is nobody's", () => {
    expect(isHolderAlive({ ...newLease(), boot: "another" }, heard)).toBe(false);
  });
});

describe("a dead run that is settled", () => {
  it("is never begun by that", async () => {
    const bench = await RunBench.signed(CHAIN);
    expect(refusalOf(await interruptDeadRun(bench.desk, bench.id)).kind).toBe("wrong_state");
    expect((await bench.plan()).status).toBe("approved");
  });

  it("can be gone on with in the same process", async () => {
    const bench = await RunBench.signed(CHAIN);
    const { record } = await taken(bench);
    await record({ type: "start_step", step_id: "a" });
    const dead: Lease = { ...newLease(), pid: 2 ** 23 };
    const before = (await bench.plan()).run?.lease?.id ?? "";
    await bench.desk.record(bench.id, [{ type: "take_lease", lease: dead, from: before }], dead.id);
    must(await interruptDeadRun(bench.desk, bench.id));
    must(await bench.send({ type: "resume" }));
    must(await bench.send({ type: "retry_step", step_id: "a" }));
    expect(await bench.carryOut()).toMatchObject({ how: "completed" });
  });
});

describe("a decision that is changed while a step goes by it", () => {
  it("is told of that step when it is done", async () => {
    const decision = {
      decision_id: "colour",
      header: "Colour",
      question: "Which?",
      options: [{ label: "red" }, { label: "blue" }],
    };
    const bench = await RunBench.signed({
      title: "One",
      decisions: [decision],
      steps: [step("a", { decision_id: "colour" })],
    });
    const { record } = await taken(bench);
    must(await bench.send({ type: "decide", decision_id: "colour", selections: ["red"] }));
    await record({ type: "start_step", step_id: "a" });
    must(await bench.send({ type: "decide", decision_id: "colour", selections: ["blue"] }));
    await record({ type: "end_step", step_id: "a", outcome: "completed" });
    expect((await bench.plan()).run?.steps.get("a")).toMatchObject({ status: "completed", is_outdated: true });
  });

  it("says nothing of an attempt that comes after it", async () => {
    const decision = {
      decision_id: "colour",
      header: "Colour",
      question: "Which?",
      options: [{ label: "red" }, { label: "blue" }],
    };
    const bench = await RunBench.signed({
      title: "One",
      decisions: [decision],
      steps: [step("a", { decision_id: "colour" })],
    });
    const { record } = await taken(bench);
    must(await bench.send({ type: "decide", decision_id: "colour", selections: ["red"] }));
    await record({ type: "start_step", step_id: "a" });
    must(await bench.send({ type: "decide", decision_id: "colour", selections: ["blue"] }));
    await record({ type: "end_step", step_id: "a", outcome: "interrupted" });
    must(await bench.send({ type: "retry_step", step_id: "a" }));
    await record({ type: "start_step", step_id: "a" }, { type: "end_step", step_id: "a", outcome: "completed" });
    expect((await bench.plan()).run?.steps.get("a")?.is_outdated).toBeUndefined();
  });
});

describe("a head that a crash left behind its journal", () => {
  it("is brought up to it by whoever looks, so that a new key does not make what lies between unbelievable", async () => {
    const bench = await RunBench.signed(CHAIN);
    const { record } = await taken(bench);
    const home = new DatabaseSync(join(bench.f.home, "home.db"));
    afterTest(() => home.close());
    const head = () => home.prepare("SELECT seq, seal FROM heads WHERE journal = ?").get(bench.id);
    const { seq, seal } = head() as { seq: number; seal: string };
    await record({ type: "start_step", step_id: "a" });
    await record({ type: "end_step", step_id: "a", outcome: "completed" });
    const full = head();
    home.prepare("UPDATE heads SET seq = ?, seal = ? WHERE journal = ?").run(seq, seal, bench.id);
    must(await bench.f.open().plan(bench.id));
    expect(head()).toEqual(full);
    rotateKey(bench.desk.home);
    expect(must(await bench.f.open().plan(bench.id)).kind).toBe("standing");
  });
});
