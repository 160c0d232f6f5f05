import { describe, expect, it } from "vitest";
import { approve, end, given, later, planOf, propose, START, start, tell } from "../builders.ts";

const plan = planOf({ id: "a", keeps: "server", run: "serve", verify: "ask" }, "b");
const done = given(propose(plan), approve(plan), START, start("a"), end("a"), start("b"), end("b"));

describe("a completed step whose kept process has ended", () => {
  it("is interrupted, a person is asked, and it can start again", () => {
    const lost = later(done, { type: "end_step", step_id: "a", outcome: "interrupted", notes: "it ended", ask: true });
    expect(lost.run?.steps.get("a")).toMatchObject({ status: "interrupted", notes: "it ended", attempts: 1 });
    expect(Object.values(lost.requests).at(-1)).toMatchObject({ kind: "interruption", step_id: "a" });
    const again = later(lost, { type: "rerun_step", step_id: "a" }, start("a"));
    expect(again.run?.steps.get("a")).toMatchObject({ status: "in_progress", attempts: 2 });
  });

  it("is nothing else: it cannot fail or be skipped before that, and a step that keeps nothing stays completed", () => {
    expect(tell(done, end("a", "failed")).decided.ok).toBe(false);
    expect(tell(done, end("b", "interrupted")).decided).toMatchObject({
      ok: false,
      refusal: { kind: "wrong_step_state" },
    });
  });
});
