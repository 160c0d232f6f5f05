import { describe, expect, it } from "vitest";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import {
  approve,
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
  type Under,
} from "../builders.ts";

// a → b → c, x → c, and d alone
const PLAN = planOf("a", { id: "b", depends_on: ["a"] }, "x", { id: "c", depends_on: ["b", "x"] }, "d");
const executing = given(propose(PLAN), approve(PLAN), START);
const steps = (state: LivePlan) => [...(state.run?.steps ?? [])].map(([id, { status }]) => `${id} ${status}`);
const stepsAfter = (...commands: (PlanCommand | Under)[]) => steps(later(executing, ...commands)).join(", ");
const fail = (id: string) => [start(id), end(id, "failed")];

describe("a run", () => {
  it("starts with every step pending, except those left out", () => {
    expect(steps(executing)).toEqual(["a pending", "b pending", "x pending", "c pending", "d pending"]);
    const partly = given(propose(PLAN), approve(PLAN, { choices: { left_out: ["d", "c"] } }), START);
    expect(steps(partly)).toEqual(["a pending", "b pending", "x pending", "c skipped", "d skipped"]);
    expect(partly.run?.steps.get("d")).toEqual({ status: "skipped", attempts: 0, notes: "left out at approval" });
    expect(tell(partly, start("d")).decided).toMatchObject(no("wrong_step_state"));
  });

  it("starts a step when all it depends on is finished, not before", () => {
    expect(tell(executing, start("c")).decided).toMatchObject(no("dependencies_unfinished", { waiting: ["b", "x"] }));
    const half = later(executing, skip("x"), start("a"), end("a"));
    expect(tell(half, start("c")).decided).toMatchObject(no("dependencies_unfinished", { waiting: ["b"] }));
    expect(tell(later(half, start("b"), end("b")), start("c")).decided).toMatchObject({ ok: true });
  });

  it("counts how often a step was started and keeps its last notes", () => {
    const state = later(executing, start("a"), end("a", "failed", "no disk"), retryStep("a"), start("a"), end("a"));
    expect(state.run?.steps.get("a")).toEqual({ status: "completed", attempts: 2, earlier: [{}] });
    expect(later(executing, start("a"), end("a", "failed", "no disk")).run?.steps.get("a")?.notes).toBe("no disk");
  });

  it("starts nothing while it is paused or stalled, but takes down what was still running", () => {
    for (const type of ["pause", "stall"] as const) {
      const state = later(executing, start("a"), { type });
      expect(tell(state, start("x")).decided).toMatchObject(no("wrong_state"));
      expect(later(state, end("a")).run?.steps.get("a")?.status).toBe("completed");
    }
  });

  it("is not completed while anything is unfinished", () => {
    const open = later(executing, start("a"), end("a"), skip("b"), skip("c"), start("x"));
    expect(tell(open, { type: "complete" }).decided).toMatchObject(
      no("steps_unfinished", { steps: { x: "in_progress", d: "pending" } }),
    );
    for (const outcome of ["failed", "interrupted"] as const) {
      const left = later(open, skip("d"), end("x", outcome));
      expect(tell(left, { type: "complete" }).decided).toMatchObject(no("steps_unfinished", { steps: { x: outcome } }));
    }
    const done = later(open, end("x"), skip("d"), { type: "complete", summary: "all well" });
    expect(done).toMatchObject({ status: "completed", summary: "all well", run: { ended_at: done.updated_at } });
  });

  it("is not marked as failed under a running step", () => {
    const busy = later(executing, start("a"));
    expect(tell(busy, { type: "fail", reason: "x" }).decided).toMatchObject(no("step_in_progress"));
    expect(later(busy, end("a", "interrupted"), { type: "fail", reason: "x" })).toMatchObject({
      status: "failed",
      reason: "x",
    });
  });
});

describe("a failed step", () => {
  it("blocks what waits for it, directly or not, and nothing else", () => {
    expect(stepsAfter(...fail("a"))).toBe("a failed, b blocked, x pending, c blocked, d pending");
    expect(later(executing, ...fail("a")).run?.steps.get("c")?.notes).toBe("a failed");
  });

  it("frees with its retry exactly what waited for it alone", () => {
    expect(stepsAfter(...fail("a"), retryStep("a"))).toBe("a pending, b pending, x pending, c pending, d pending");
    expect(stepsAfter(...fail("a"), ...fail("x"), retryStep("a"))).toBe(
      "a pending, b pending, x failed, c blocked, d pending",
    );
    expect(stepsAfter(...fail("a"), ...fail("x"), retryStep("x"))).toBe(
      "a failed, b blocked, x pending, c blocked, d pending",
    );
  });

  it("can be skipped with a reason, which frees the same", () => {
    const failed = later(executing, ...fail("a"));
    expect(tell(failed, skip("a", "")).decided).toMatchObject(no("reason_missing"));
    expect(later(failed, skip("a", "by hand")).run?.steps.get("a")).toMatchObject({
      status: "skipped",
      notes: "by hand",
    });
    expect(stepsAfter(...fail("a"), skip("a"))).toBe("a skipped, b pending, x pending, c pending, d pending");
  });

  it("no longer concerns what waits only for a step that was skipped", () => {
    expect(stepsAfter(...fail("a"), skip("b"))).toBe("a failed, b skipped, x pending, c pending, d pending");
  });

  it("is what to retry; a step it blocks cannot be", () => {
    const failed = later(executing, ...fail("a"));
    expect(tell(failed, retryStep("c")).decided).toMatchObject(no("dependencies_unfinished", { waiting: ["a"] }));
    expect(tell(failed, retryStep("d")).decided).toMatchObject(no("wrong_step_state"));
    expect(tell(failed, retryStep("z")).decided).toMatchObject(no("unknown_step"));
  });
});

describe("an interrupted step", () => {
  const interrupted = later(executing, start("a"), end("a", "interrupted"));

  it("is never silently repeated", () => {
    expect(tell(interrupted, start("a")).decided).toMatchObject(no("wrong_step_state"));
    const back = later(interrupted, { type: "stall" }, { type: "resume" });
    expect(tell(back, start("a")).decided).toMatchObject(no("wrong_step_state"));
  });

  it("is not retried twice: the refusal says that it runs when the plan continues", () => {
    const message = "Step a was retried already; it runs when the plan continues.";
    const retried = later(interrupted, { type: "pause" }, retryStep("a"));
    expect(tell(retried, retryStep("a")).decided).toMatchObject({ refusal: { kind: "wrong_step_state", message } });
  });

  it("may turn out done or failed, or be retried by a person", () => {
    expect(later(interrupted, end("a")).run?.steps.get("a")?.status).toBe("completed");
    expect(later(interrupted, end("a", "failed")).run?.steps.get("b")?.status).toBe("blocked");
    expect(later(interrupted, retryStep("a"), start("a")).run?.steps.get("a")).toEqual({
      status: "in_progress",
      attempts: 2,
      earlier: [{}],
    });
  });
});

describe("ids", () => {
  it("that objects are born with are ordinary ids", () => {
    const plan = {
      ...planOf({ id: "constructor", decision_id: "valueof" }, { id: "tostring", depends_on: ["constructor"] }),
      decisions: [{ decision_id: "valueof", header: "v", question: "v?", options: [{ label: "constructor" }] }],
    };
    const state = given(propose(plan), approve(plan), START);
    expect(tell(state, start("constructor")).decided).toMatchObject(no("decision_open"));
    expect(tell(state, start("hasOwnProperty")).decided).toMatchObject(no("unknown_step"));
    expect(tell(state, end("toString")).decided).toMatchObject(no("unknown_step"));
    const decided = later(state, { type: "decide", decision_id: "valueof", selections: ["constructor"] });
    const done = later(decided, start("constructor"), end("constructor"), start("tostring"), end("tostring"));
    expect(later(done, { type: "complete" }).status).toBe("completed");
  });

  it("of a decision that objects are born with are not taken before they are", () => {
    const plan = {
      ...planOf({ id: "a", decision_id: "constructor" }),
      decisions: [{ decision_id: "constructor", header: "c", question: "c?", options: [{ label: "x" }] }],
    };
    const state = given(propose(plan), approve(plan), START);
    expect(tell(state, start("a")).decided).toMatchObject(no("decision_open"));
  });
});
