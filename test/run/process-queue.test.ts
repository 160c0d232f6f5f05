import { describe, expect, it } from "vitest";
import { no, type Outcome, yes } from "../../src/desk/outcome.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import type { Slot } from "../../src/run/acquire-slot.ts";
import type { RunEnd } from "../../src/run/execute.ts";
import { processQueue, type QueueNews, type QueueWork } from "../../src/run/process-queue.ts";
import { approve, type Fixture, fixture, must, propose, standing } from "../desk/fixture.ts";

const id = (n: number) => `PLAN-0000000${n}`;

async function queued(f: Fixture, n: number, more: object = {}): Promise<void> {
  await propose(f, { id: id(n), title: `Plan ${n}`, ...more });
  await approve(f, id(n));
  must(await f.desk.send(id(n), { type: "queue" }, f.person));
}

/** Carries out a plan by skipping all of it. */
async function complete(f: Fixture, plan: string, { lease }: Slot): Promise<Outcome<RunEnd>> {
  const { run } = must(await acquireRun(f.desk, plan, lease));
  for (const { id: step_id } of run.plan.steps)
    must(await f.desk.send(plan, { type: "skip_step", step_id, reason: "-" }, f.person));
  const ended = await f.desk.record(plan, [{ type: "complete" }], lease.id);
  return yes({ how: "completed", plan: ended.plan ?? (await standing(f.desk, plan)) });
}

type CarryOut = (plan: string, turn: Slot) => Promise<Outcome<RunEnd>>;

function work(f: Fixture, carryOut: CarryOut, more: { watch?: boolean; signal?: AbortSignal } = {}) {
  const news: QueueNews[] = [];
  const done: Promise<QueueWork> = processQueue({
    ...{ desk: f.desk, carryOut, watch: false, signal: new AbortController().signal },
    ...{ tell: (one: QueueNews) => news.push(one), ...more },
  });
  return { done, news };
}

describe("working off the queue", () => {
  it("takes the next plan as the queue is by then, not as it was at first", async () => {
    const f = fixture();
    for (const n of [1, 2]) await queued(f, n);
    const seen: string[] = [];
    const { done } = work(f, async (plan, turn) => {
      seen.push(plan);
      if (plan === id(1)) await queued(f, 3, { priority: 9 });
      return complete(f, plan, turn);
    });
    expect((await done).ended.map((one) => one.id)).toEqual([id(1), id(3), id(2)]);
    expect(seen).toEqual([id(1), id(3), id(2)]);
  });

  it("has as many plans at work at once as the settings allow", async () => {
    const f = fixture({ max_parallel_plans: 2 });
    for (const n of [1, 2, 3, 4]) await queued(f, n);
    let [now, most] = [0, 0];
    const two = Promise.withResolvers<void>();
    const { done } = work(f, async (plan, turn) => {
      now += 1;
      most = Math.max(most, now);
      if (now === 2) two.resolve();
      await two.promise;
      const end = await complete(f, plan, turn);
      now -= 1;
      return end;
    });
    expect((await done).ended).toHaveLength(4);
    expect(most).toBe(2);
  });

  it("does not try again and again what cannot be begun, and goes on with the others", async () => {
    const f = fixture();
    for (const n of [1, 2, 3]) await queued(f, n);
    const tried: string[] = [];
    const { done } = work(f, async (plan, turn) => {
      tried.push(plan);
      if (plan === id(1)) return no("wrong_state", "No model is there.");
      if (plan === id(2)) throw new Error("The disk is full.");
      return complete(f, plan, turn);
    });
    const { ended, left } = await done;
    expect(tried).toEqual([id(1), id(2), id(3)]);
    expect(ended.map((one) => one.ended.ok)).toEqual([false, false, true]);
    expect(left.map((entry) => entry.id)).toEqual([id(1), id(2)]);
    // Nobody holds a turn any more.
    expect((await work(f, (plan, turn) => complete(f, plan, turn)).done).ended).toHaveLength(2);
  });

  it("waits for a plan that somebody else carries out, if others come after it", async () => {
    const f = fixture({ max_parallel_plans: 2 });
    await queued(f, 1);
    await queued(f, 2, { depends_on_plans: [id(1)] });
    const lease = { id: "l", host: "elsewhere", pid: 1, began: "1", boot: "b" };
    const { run } = must(await acquireRun(f.desk, id(1), lease));
    f.desk.alive(id(1));
    const { done } = work(f, (plan, turn) => complete(f, plan, turn));
    for (const { id: step_id } of run.plan.steps)
      must(await f.desk.send(id(1), { type: "skip_step", step_id, reason: "-" }, f.person));
    expect((await f.desk.record(id(1), [{ type: "complete" }], lease.id)).refusal).toBeUndefined();
    expect((await done).ended.map((one) => one.id)).toEqual([id(2)]);
  });

  it("begins nothing more when it is stopped, and waits for what runs", async () => {
    const f = fixture();
    for (const n of [1, 2]) await queued(f, n);
    const stop = new AbortController();
    const { done, news } = work(
      f,
      async (plan, turn) => {
        stop.abort();
        return complete(f, plan, turn);
      },
      { watch: true, signal: stop.signal },
    );
    const { ended, left } = await done;
    expect([ended.map((one) => one.id), left.map((entry) => entry.id)]).toEqual([[id(1)], [id(2)]]);
    expect(news.map(({ type }) => type)).toEqual(["started", "ended"]);
  });
});
