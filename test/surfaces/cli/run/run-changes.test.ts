import { describe, expect, it } from "vitest";
import type { LivePlan } from "../../../../src/lifecycle/plan-state.ts";
import type { StepState } from "../../../../src/lifecycle/step-state.ts";
import { runChanges } from "../../../../src/surfaces/cli/run/run-changes.ts";
import { decision, runningPlan } from "./running-plan.ts";

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `s${at}`, title: `Step ${at}` }));

function moved(plan: LivePlan, id: string, state: Partial<StepState>): LivePlan {
  const { run } = plan;
  if (run === undefined) throw new Error("It does not run.");
  const steps = run.steps.with(id, { status: "pending", attempts: 0, ...state });
  return { ...plan, run: { ...run, steps } } as LivePlan;
}

describe("what changed in a run", () => {
  it("is found wherever the step stands, among however many", () => {
    const before = runningPlan({ steps: many(200) });
    for (const id of ["s0", "s63", "s64", "s65", "s127", "s128", "s199"]) {
      const changes = runChanges(before, moved(before, id, { status: "in_progress", attempts: 1 }));
      expect(changes).toMatchObject([{ type: "step", step: { id }, from: "pending", to: "in_progress" }]);
    }
    expect(runChanges(before, before)).toEqual([]);
  });

  it("tells what ended before what began, and another attempt as a beginning", () => {
    const before = moved(runningPlan({ steps: many(2) }), "s1", { status: "in_progress", attempts: 1 });
    const after = moved(moved(before, "s1", { status: "completed", attempts: 1 }), "s0", {
      status: "in_progress",
      attempts: 1,
    });
    expect(runChanges(before, after).map((change) => "to" in change && change.to)).toEqual([
      "completed",
      "in_progress",
    ]);
    const again = moved(before, "s1", { status: "in_progress", attempts: 2 });
    expect(runChanges(before, again)).toMatchObject([
      { step: { id: "s1" }, to: "in_progress", state: { attempts: 2 } },
    ]);
  });

  it("tells of a request once when it is opened and once when it is closed", () => {
    const open = runningPlan({ steps: many(1), requests: [decision()] });
    expect(runChanges(runningPlan({ steps: many(1) }), open)).toMatchObject([{ type: "asked" }]);
    expect(runChanges(open, open)).toEqual([]);
    const closing = { at: "", by: open.requester, how: "expired" as const };
    const closed = runningPlan({ steps: many(1), requests: [{ ...decision(), closing }] });
    expect(runChanges(open, closed)).toMatchObject([{ type: "closed" }]);
    expect(runChanges(closed, closed)).toEqual([]);
  });
});
