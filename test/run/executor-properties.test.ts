import fc from "fast-check";
import { expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import { replay } from "../../src/desk/plan-view.ts";
import type { SealedRecord } from "../../src/desk/seal.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { isFinished, type StepStatus } from "../../src/lifecycle/step-state.ts";
import { afterTest, undoAll } from "../agent/bench/after-test.ts";
import { must } from "../desk/fixture.ts";
import { RandomRun } from "./random-run.ts";

const size = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 14 }) },
  { weight: 3, arbitrary: fc.integer({ min: 15, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 150, max: 200 }) },
);
const options = fc.record({
  seed: fc.nat(2 ** 31),
  size,
  max_parallel_steps: fc.integer({ min: 1, max: 5 }),
  on_failure: fc.constantFrom("stop" as const, "continue" as const),
  on_interrupted: fc.constantFrom("ask" as const, "retry" as const, "fail" as const),
  crashes: fc.nat(4),
  meddling: fc.nat(4),
});

it("keeps every law of a run, whatever its steps, persons and processes do", { timeout: 240_000 }, async () => {
  let ended: Record<string, number> = {};
  let again = 0;
  await fc.assert(
    fc
      .asyncProperty(options, async (chosen) => {
        const run = new RandomRun(chosen);
        const how = await run.run();
        ended = { ...ended, [how]: (ended[how] ?? 0) + 1 };
        again += await judge(run);
      })
      .afterEach(undoAll),
    { numRuns: 40, endOnFailure: true },
  );
  // Nothing was shown if nothing happened.
  expect(ended["completed"]).toBeGreaterThan(10);
  expect(again).toBeGreaterThan(10);
});

/** Everything that must be true of what happened. Answers with how many steps were done more than once. */
async function judge({ f, desk, id, begun, known, options, plan }: RandomRun): Promise<number> {
  const { records, broken } = await desk.store.loadJournal(id);
  expect(broken).toBeUndefined();
  const starts = walk(records, plan.steps, options.max_parallel_steps, options.on_interrupted === "retry");
  // What really began was written down before, each attempt once.
  const attempts = begun.map(({ step, attempt, subagent }) => `${step} ${attempt} ${subagent}`);
  expect(new Set(attempts).size).toBe(attempts.length);
  for (const attempt of attempts) expect(starts).toContain(attempt);
  for (const { together } of begun) expect(together).toBeLessThanOrEqual(options.max_parallel_steps);
  // From scratch, in another process: the same as what was held in memory.
  const another = new Desk({ directory: f.project, env: f.env });
  afterTest(() => another.close());
  const found = must(await another.plan(id));
  const state = found.kind === "standing" ? found.state : undefined;
  for (const held of [...known.filter((_, index) => index % 9 === 0), ...known.slice(-1), ...(state ? [state] : [])]) {
    expect(plain(replay(records.slice(0, held.version)))).toEqual(plain(held));
  }
  // One that dies after a person has cancelled cannot say any more how its steps ended.
  const mayBeLeft = state?.status === "cancelled" && options.crashes > 0;
  expect(state?.run && problemsOf(state.status, state.run.steps.values(), mayBeLeft)).toEqual([]);
  return starts.length - new Set(starts.map((start) => start.split(" ")[0])).size;
}

/** Reads the journal, and answers with every start of a step in it. */
function walk(
  records: readonly SealedRecord[],
  steps: RandomRun["plan"]["steps"],
  limit: number,
  mayRerun: boolean,
): string[] {
  const status = new Map<string, StepStatus>(steps.map(({ id }) => [id, "pending"]));
  const before = new Map(steps.map((step) => [step.id, step.depends_on ?? []]));
  const attempts = new Map<string, number>();
  const chosen = new Set<string>();
  const starts: string[] = [];
  for (const { by, events } of records) {
    for (const event of events as PlanEvent[]) {
      if (event.type !== "step_updated") continue;
      const { step_id, from, to, subagent_id } = event;
      expect(status.get(step_id), `${step_id} before it is ${to}`).toBe(from);
      if (to === "pending" && (by.kind === "person" || mayRerun)) chosen.add(step_id);
      status.set(step_id, to);
      if (to !== "in_progress") continue;
      const attempt = (attempts.get(step_id) ?? 0) + 1;
      attempts.set(step_id, attempt);
      starts.push(`${step_id} ${attempt} ${subagent_id}`);
      for (const id of before.get(step_id) ?? []) {
        expect(isFinished({ status: status.get(id) ?? "pending" }), `${step_id} began before ${id} was done`).toBe(
          true,
        );
      }
      if (attempt > 1) expect(chosen, `${step_id} began again, and nobody had said so`).toContain(step_id);
      chosen.delete(step_id);
      expect([...status.values()].filter((now) => now === "in_progress").length).toBeLessThanOrEqual(limit);
    }
  }
  return starts;
}

function problemsOf(status: string, steps: readonly { status: StepStatus }[], mayBeLeft: boolean): string[] {
  const has = (...wanted: StepStatus[]) => steps.some((step) => wanted.includes(step.status));
  const problems: string[] = [];
  if (has("in_progress") && !mayBeLeft) problems.push("a step is still in progress");
  if (status === "completed" && !steps.every(isFinished)) problems.push("it is completed, and its steps are not");
  if (status === "failed" && !has("failed")) problems.push("it failed, and no step did");
  if (!["completed", "failed", "cancelled"].includes(status)) problems.push(`it ended as ${status}`);
  return problems;
}

/** What is written and read again is the same. */
function plain(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state));
}
