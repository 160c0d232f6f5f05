import { describe, expect, it } from "vitest";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { Plan } from "../../src/plan/plan.ts";
import {
  approve,
  edit,
  end,
  given,
  later,
  no,
  planOf,
  propose,
  retryStep,
  START,
  skip,
  start,
  tell,
} from "../builders.ts";

const PLAN = planOf("a", "b", "c", { id: "d", depends_on: ["c"] });
const reworded = (id: string): Plan => ({
  ...PLAN,
  steps: PLAN.steps.map((step) => (step.id === id ? { ...step, description: "in other words" } : step)),
});
const executing = given(propose(PLAN), approve(PLAN), START);
const steps = (state: LivePlan) => [...(state.run?.steps ?? [])].map(([id, { status }]) => `${id} ${status}`);
const REVIEW = { type: "settle_divergence", choice: "review" } as const;
const again = (state: LivePlan, plan: Plan, choices = {}) =>
  later(state, edit(plan), REVIEW, approve(plan, { choices }), { type: "start", run_id: "run-2" });

describe("a run of a plan that was reviewed anew", () => {
  const partly = later(executing, start("a"), end("a", "completed", "made it"), skip("b", "by hand"));

  it("keeps what is finished and still has the same words, with its notes", () => {
    const state = again(partly, reworded("c"));
    expect(steps(state)).toEqual(["a completed", "b skipped", "c pending", "d pending"]);
    expect(state.run).toMatchObject({ id: "run-2", plan: reworded("c") });
    expect(state.run?.steps.get("a")).toEqual({ status: "completed", attempts: 1, notes: "made it" });
  });

  it("does again what has other words now, for a person signed them", () => {
    expect(steps(again(partly, reworded("a")))).toEqual(["a pending", "b skipped", "c pending", "d pending"]);
    expect(steps(again(partly, reworded("b")))).toEqual(["a completed", "b pending", "c pending", "d pending"]);
  });

  it("takes its steps from the new text", () => {
    const plan = planOf("a", "e");
    expect(steps(again(partly, plan))).toEqual(["a completed", "e pending"]);
  });

  it("leaves interrupted and failed steps to a person", () => {
    const broken = later(executing, start("a"), end("a", "interrupted"), start("c"), end("c", "failed"));
    const state = again(broken, reworded("b"));
    expect(steps(state)).toEqual(["a interrupted", "b pending", "c failed", "d blocked"]);
    expect(tell(state, start("a")).decided).toMatchObject(no("wrong_step_state"));
    expect(tell(state, start("c")).decided).toMatchObject(no("wrong_step_state"));
  });

  it("does what was left out the first time and is not any more", () => {
    const first = given(propose(PLAN), approve(PLAN, { choices: { left_out: ["a"] } }), START);
    expect(steps(first)[0]).toBe("a skipped");
    expect(steps(again(first, reworded("b")))[0]).toBe("a pending");
    expect(steps(again(first, reworded("b"), { left_out: ["a"] }))[0]).toBe("a skipped");
  });

  it("does not deny what was done because it is left out now, nor do it a third time", () => {
    const second = again(partly, reworded("c"), { left_out: ["a"] });
    expect(steps(second)[0]).toBe("a completed");
    expect(steps(again(second, PLAN))[0]).toBe("a completed");
  });
});

describe("a failed plan", () => {
  const failed = later(
    executing,
    ...[start("a"), end("a"), start("b"), end("b", "failed"), start("c"), end("c", "failed")],
    { type: "fail", reason: "two steps" },
  );
  const run = { type: "start", run_id: "run-2" } as const;

  it("is approved again by a retry, and starts with what was not finished", () => {
    const retried = later(failed, { type: "retry" });
    expect(retried).toMatchObject({ status: "approved", approval: { signed: { plan: PLAN } } });
    const state = later(retried, run);
    expect(steps(state)).toEqual(["a completed", "b pending", "c pending", "d pending"]);
    expect(state.run?.steps.get("b")).toEqual({ status: "pending", attempts: 1 });
  });

  it("retries a single step without repeating the others", () => {
    const state = later(failed, retryStep("b"), run);
    expect(steps(state)).toEqual(["a completed", "b pending", "c failed", "d blocked"]);
  });

  it("keeps what a person skipped meanwhile", () => {
    expect(steps(later(failed, skip("c"), { type: "retry" }, run))).toEqual([
      "a completed",
      "b pending",
      "c skipped",
      "d pending",
    ]);
  });

  it("whose file was edited goes back to review, and what is done stays done", () => {
    const plan = reworded("b");
    const edited = later(failed, edit(plan), { type: "retry" });
    expect(edited.status).toBe("proposed");
    expect(steps(later(edited, approve(plan), run))).toEqual(["a completed", "b pending", "c pending", "d pending"]);
  });

  it("can be cancelled, and then never runs again", () => {
    const cancelled = later(failed, { type: "cancel", note: "enough" });
    expect(cancelled).toMatchObject({ status: "cancelled", why: "person", note: "enough" });
    for (const command of [{ type: "retry" } as const, run, retryStep("b")]) {
      expect(tell(cancelled, command).decided).toMatchObject(no("wrong_state"));
    }
  });
});
