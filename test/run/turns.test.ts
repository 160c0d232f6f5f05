import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Desk } from "../../src/desk/desk.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { acquireSlot } from "../../src/run/acquire-slot.ts";
import { newLease } from "../../src/run/lease.ts";
import { readQueue } from "../../src/run/read-queue.ts";
import type { RunNews } from "../../src/run/run-news.ts";
import { Slots } from "../../src/run/slots.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { bundledProcess } from "../bundled-process.ts";
import { childEnvironment } from "../desk/child-environment.ts";
import { approve, type Fixture, fixture, must, propose, refusalOf, standing } from "../desk/fixture.ts";

const PROGRAM = await bundledProcess(new URL("./turns.process.ts", import.meta.url));
const id = (n: number) => `PLAN-0000000${n}`;

async function signed(f: Fixture, count: number, more: (n: number) => object = () => ({})): Promise<void> {
  for (let n = 1; n <= count; n++) {
    await propose(f, { id: id(n), title: `Plan ${n}`, ...more(n) });
    await approve(f, id(n));
  }
}

const NEVER = new AbortController().signal;
const turn = (desk: Desk, plan: string, more: Partial<Parameters<typeof acquireSlot>[1]> = {}) =>
  acquireSlot(plan, { desk, how: "refuse", tell: () => {}, signal: NEVER, ...more });

/** Waits in line; `said` are the reasons, as soon as there are any. */
function inLine(desk: Desk, plan: string, signal: AbortSignal = NEVER) {
  const said = Promise.withResolvers<string[]>();
  const all: RunNews[] = [];
  const taken = turn(desk, plan, {
    ...{ how: "wait", signal },
    tell: (news) => {
      all.push(news);
      if (news.type === "waiting" && news.reasons.length > 0) said.resolve(news.reasons);
    },
  });
  return { taken, said: said.promise, all };
}

describe("the turn of a plan", () => {
  it("is taken by one plan at a time, unless the settings allow more", async () => {
    const f = fixture();
    await signed(f, 2);
    const first = must(await turn(f.desk, id(1)));
    const refusal = refusalOf(await turn(f.open(), id(2)));
    expect(refusal).toMatchObject({ kind: "no_turn" });
    expect(refusal.message).toContain(`${id(1)} is run by process ${process.pid}`);
    first.end();
    must(await turn(f.desk, id(2))).end();
    const g = fixture({ max_parallel_plans: 2 });
    await signed(g, 3);
    const two = [must(await turn(g.desk, id(1))), must(await turn(g.desk, id(2)))];
    expect(refusalOf(await turn(g.desk, id(3))).message).toContain("2 plans may run at once");
    for (const one of two) one.end();
  });

  it("is waited for in the queue, told why, and the plan is out of the queue when it starts", async () => {
    const f = fixture();
    await signed(f, 2);
    const first = must(await turn(f.desk, id(1)));
    const second = inLine(f.desk, id(2));
    expect((await second.said)[0]).toContain("one plan may run at once (max_parallel_plans)");
    expect((await readQueue(f.desk)).entries.map((entry) => entry.id)).toEqual([id(2)]);
    first.end();
    const taken = must(await second.taken);
    expect(second.all.at(-1)).toEqual({ type: "waiting", reasons: [] });
    must(await acquireRun(f.desk, id(2), taken.lease));
    const { entries, running } = await readQueue(f.desk);
    expect([entries, running.map((plan) => plan.id)]).toEqual([[], [id(2)]]);
    taken.end();
  });

  it("goes to the highest priority of those who wait, then to whoever waits longest", async () => {
    const f = fixture();
    await signed(f, 4, (n) => (n === 4 ? { priority: 3 } : {}));
    let last = must(await turn(f.desk, id(1)));
    const order: number[] = [];
    const waiting: Promise<unknown>[] = [];
    for (const n of [3, 2, 4]) {
      const line = inLine(f.desk, id(n));
      await line.said;
      const gone = line.taken.then((taken) => {
        order.push(n);
        last = must(taken);
        last.end();
      });
      waiting.push(gone);
    }
    last.end();
    await Promise.all(waiting);
    expect(order).toEqual([4, 3, 2]);
  });

  it("is given up when nobody waits any more: then the plan is as it was", async () => {
    const f = fixture();
    await signed(f, 3);
    must(await f.desk.send(id(3), { type: "queue" }, f.person));
    const first = must(await turn(f.desk, id(1)));
    const stop = new AbortController();
    const [second, third] = [inLine(f.desk, id(2), stop.signal), inLine(f.desk, id(3), stop.signal)];
    await Promise.all([second.said, third.said]);
    stop.abort();
    expect(refusalOf(await second.taken)).toMatchObject({ kind: "no_turn", message: `${id(2)} waits no longer.` });
    await third.taken;
    // The one that a person queued stays.
    expect((await readQueue(f.desk)).entries.map((entry) => entry.id)).toEqual([id(3)]);
    first.end();
  });

  it("is not waited for by a plan that somebody took out of the queue, or cancelled", async () => {
    const f = fixture();
    await signed(f, 3);
    const first = must(await turn(f.desk, id(1)));
    const [second, third] = [inLine(f.desk, id(2)), inLine(f.desk, id(3))];
    await Promise.all([second.said, third.said]);
    must(await f.desk.send(id(2), { type: "unqueue" }, f.person));
    must(await f.desk.send(id(3), { type: "cancel" }, f.person));
    expect(refusalOf(await second.taken).message).toBe(`${id(2)} was removed from the queue.`);
    expect(refusalOf(await third.taken)).toMatchObject({ kind: "wrong_state" });
    first.end();
  });

  it("comes after the plans it depends on, and never after one that cannot be completed", async () => {
    const f = fixture();
    await signed(f, 3, (n) => (n === 1 ? {} : { depends_on_plans: [n === 2 ? id(1) : id(9)] }));
    expect(refusalOf(await turn(f.desk, id(2))).message).toContain(`${id(1)}, which is approved but not in the queue`);
    const refusal = refusalOf(await turn(f.desk, id(3), { how: "wait" }));
    expect(refusal.message).toBe(`${id(3)} cannot run: it waits for ${id(9)}, which is not in this project.`);
    const second = inLine(f.desk, id(2));
    await second.said;
    // It keeps nobody out meanwhile.
    const first = must(await turn(f.desk, id(1)));
    const run = must(await acquireRun(f.desk, id(1), first.lease));
    const steps = run.run.plan.steps.map(({ id: step_id }) => step_id);
    for (const step_id of steps) must(await f.desk.send(id(1), { type: "skip_step", step_id, reason: "-" }, f.person));
    expect(await f.desk.record(id(1), [{ type: "complete" }], first.lease.id)).toMatchObject({ done: 1 });
    first.end();
    must(await second.taken).end();
  });

  it("is held by whoever carries out a plan, even where the database was lost", async () => {
    const f = fixture();
    await signed(f, 2);
    const first = must(await turn(f.desk, id(1)));
    must(await acquireRun(f.desk, id(1), first.lease));
    const desk = f.open();
    for (const name of ["state.db", "state.db-journal"])
      rmSync(join(f.project, ".pi/plans/.state", name), { force: true });
    expect(refusalOf(await turn(desk, id(2)))).toMatchObject({ kind: "no_turn" });
    expect(refusalOf(await turn(desk, id(1)))).toMatchObject({ kind: "lost_lease" });
  });

  it("is not taken twice for the same plan, not even before it has begun", async () => {
    const f = fixture({ max_parallel_plans: 5 });
    await signed(f, 1);
    const first = must(await turn(f.desk, id(1)));
    expect(refusalOf(await turn(f.open(), id(1)))).toMatchObject({ kind: "no_turn" });
    first.end();
    must(await turn(f.open(), id(1))).end();
  });

  it("works without a table that can be used, by what the journals say", async () => {
    const f = fixture();
    await signed(f, 2);
    const applicant = { plan: id(2), lease: newLease(), priority: 0, since: f.desk.at() };
    const terms = { most: 1, isThere: () => true, stays: false };
    const slots = new Slots(join(f.root, "nowhere"));
    expect(slots.ask(applicant, { ...terms, known: [] })).toEqual({ taken: true });
    const known = [{ plan: id(1), lease: newLease() }];
    expect(slots.ask(applicant, { ...terms, known })).toEqual({ taken: false, holders: known, ahead: [] });
    expect(readdirSync(f.root)).not.toContain("nowhere");
  });

  it("leaves nobody in line who is gone, and wakes nobody for nothing", async () => {
    const f = fixture();
    await signed(f, 2);
    const slots = new Slots(f.project);
    const applicant = (n: number) => ({ plan: id(n), lease: newLease(), priority: 9, since: f.desk.at() });
    const dead = { ...applicant(1), lease: { ...newLease(), began: "long ago" } };
    const terms = { most: 1, known: [], stays: true };
    const isThere = ({ lease }: { lease: { began: string } }) => lease.began !== "long ago";
    expect(slots.ask(dead, { ...terms, isThere: () => true })).toEqual({ taken: true });
    const mine = applicant(2);
    expect(slots.ask(mine, { ...terms, isThere })).toEqual({ taken: true });
    const other = applicant(1);
    expect(slots.ask(other, { ...terms, isThere })).toMatchObject({ taken: false });
    f.desk.store.pulse();
    const pulse = f.desk.store.pulse();
    expect(slots.ask(other, { ...terms, isThere })).toMatchObject({ taken: false });
    expect(f.desk.store.pulse()).toBe(pulse);
  });
});

describe("several processes", () => {
  interface Working {
    child: ChildProcess;
    inside: Promise<void>;
    waiting: Promise<string[]>;
    most: Promise<number>;
  }

  function work(f: Fixture, plan: string, ...args: string[]): Working {
    const child = fork(PROGRAM, [f.project, plan, ...args], { env: childEnvironment(f.home), execArgv: [] });
    afterTest(() => void child.kill("SIGKILL"));
    const inside = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<string[]>();
    const most = Promise.withResolvers<number>();
    child.on("message", (message: "inside" | { waiting: string[] } | { most: number }) => {
      if (message === "inside") inside.resolve();
      else if ("most" in message) most.resolve(message.most);
      else waiting.resolve(message.waiting);
    });
    child.on("exit", (code) => most.reject(new Error(`It ended with ${code}.`)));
    most.promise.catch(() => {});
    return { child, inside: inside.promise, waiting: waiting.promise, most: most.promise };
  }

  it.each([1, 2])("never carry out more than %i at once", async (limit) => {
    const f = fixture();
    writeFileSync(join(f.project, "x"), "");
    mkdirSync(join(f.project, ".pi"), { recursive: true });
    writeFileSync(join(f.project, ".pi/plans.json"), JSON.stringify({ max_parallel_plans: limit }));
    mkdirSync(join(f.project, "inside"));
    await signed(f, 4);
    const most = await Promise.all([1, 2, 3, 4].map((n) => work(f, id(n), "6").most));
    expect(Math.max(...most)).toBe(limit);
    expect(readdirSync(join(f.project, "inside"))).toEqual([]);
  });

  it("free their turn when they are killed", async () => {
    const f = fixture();
    mkdirSync(join(f.project, "inside"));
    await signed(f, 2);
    const first = work(f, id(1), "1", "hold");
    await first.inside;
    const second = work(f, id(2), "1", "hold");
    expect((await second.waiting)[0]).toContain(`${id(1)} is run by process ${first.child.pid}`);
    first.child.kill("SIGKILL");
    await second.inside;
    expect((await standing(f.desk, id(2))).status).toBe("approved");
  });
});
