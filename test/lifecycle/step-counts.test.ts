import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doneWords } from "../../src/lifecycle/counts-words.ts";
import { stepCounts } from "../../src/lifecycle/step-counts.ts";
import { stepPlace } from "../../src/lifecycle/step-place.ts";
import { approve, edit, end, given, later, planOf, propose, START, skip, start } from "../builders.ts";
import { walk } from "./walk.ts";

const PLAN = planOf("done", "skipped", "lost", "broken", "open", "out");
const approved = given(propose(PLAN), approve(PLAN, { choices: { left_out: ["out"] } }));
const running = later(
  ...([approved, START, start("done"), end("done"), skip("skipped")] as const),
  ...([start("lost"), end("lost", "interrupted"), start("broken"), end("broken", "failed")] as const),
);

describe("the counts of a plan's steps", () => {
  it("leave out what was left out at approval, and count a skipped step as done", () => {
    expect(stepCounts(running)).toEqual({
      ...{ total: 5, done: 2, skipped: 1, in_progress: 0, failed: 1, interrupted: 1, not_started: 1 },
      ...{ rolled_back: 0, left_out: 1 },
    });
    expect(doneWords(stepCounts(running))).toBe("2 of 5 steps done");
  });

  it("have the same total before the run", () => {
    expect(stepCounts(approved)).toMatchObject({ total: 5, done: 0, not_started: 5, left_out: 1 });
    expect(stepCounts(given(propose(PLAN)))).toMatchObject({ total: 6, done: 0, left_out: 0 });
  });

  it("keep what was done while the plan is approved again", () => {
    const retried = later(running, { type: "fail", reason: "no" }, { type: "retry" });
    expect(stepCounts(retried)).toMatchObject({ total: 5, done: 2, skipped: 1, not_started: 3, left_out: 1 });
  });

  it("are those of the new text once the signed one is void, with the steps that it keeps", () => {
    const other = { ...PLAN, steps: [...PLAN.steps.slice(0, 1), { id: "new", title: "new" }] };
    const failed = later(running, { type: "fail", reason: "no" }, edit(other), { type: "retry" });
    expect(failed.status).toBe("proposed");
    expect(stepCounts(failed)).toMatchObject({ total: 2, done: 1, not_started: 1, left_out: 0 });
  });

  it("count each step once, whatever has happened to the plan", () => {
    fc.assert(
      fc.property(walk, (steps) => {
        for (const { after } of steps) {
          if (after.status === "absent") continue;
          const { total, left_out, skipped, ...each } = stepCounts(after);
          const sum = Object.values(each).reduce((all, one) => all + one, 0);
          expect(sum).toBe(total);
          expect(Math.min(total, left_out, skipped, ...Object.values(each))).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("number a step among those that are carried out", () => {
    const first = given(propose(PLAN), approve(PLAN, { choices: { left_out: ["done"] } }), START);
    expect(first.run && stepPlace(first.run, "skipped")).toEqual({ position: 1, of: 5 });
  });
});
