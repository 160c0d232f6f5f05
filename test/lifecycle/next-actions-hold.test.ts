import { describe, expect, it } from "vitest";
import { decide } from "../../src/lifecycle/decide.ts";
import type { NextAction } from "../../src/lifecycle/next-action.ts";
import { nextActions } from "../../src/lifecycle/next-actions.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan, PlanState } from "../../src/lifecycle/plan-state.ts";
import { ANN, BOB, end, later, minutes, terms } from "../builders.ts";
import { STATES } from "./every-state.ts";

const FALSE_HOPES = [
  "wrong_state",
  "wrong_step_state",
  "budget_open",
  "model_open",
  "diverged",
  "not_started",
  "step_in_progress",
  "not_queued",
  "already_archived",
  "not_archived",
];

/** What the act behind an action sends; nothing for what only shows something, or is answered elsewhere. */
function commandOf({ move, about = "", flag }: NextAction, { proposal, status }: LivePlan): PlanCommand | undefined {
  const { revision, digest } = proposal;
  switch (move) {
    case "approve":
      return { type: "approve", revision, digest };
    case "run":
      return { type: "start", run_id: "run-2" };
    case "resume":
      // One that is executing is only taken over.
      return status === "executing" ? undefined : { type: "resume" };
    case "pause":
      return { type: "pause" };
    case "retry":
      return about === "" ? { type: "retry" } : { type: "retry_step", step_id: about };
    case "skip":
      return { type: "skip_step", step_id: about, reason: "by hand" };
    case "fail":
      return about === "" ? { type: "fail", reason: "enough" } : { type: "fail_step", step_id: about };
    case "cancel":
      return { type: "cancel" };
    case "decide":
      return { type: "decide", decision_id: about, selections: ["blue"] };
    case "rollback":
      return { type: "roll_back", steps: ["a"], to: "before" };
    case "queue":
    case "unqueue":
      return { type: move };
    case "archive":
      return { type: flag === "undo" ? "restore" : "archive" };
    default:
      return undefined;
  }
}

/** Acts on a run whose process is gone interrupt its steps first. */
function settled(state: LivePlan): LivePlan {
  const lost = state.run?.steps.that("in_progress") ?? [];
  const isBegun = ["executing", "paused", "stalled"].includes(state.status);
  return isBegun && lost.length > 0 ? later(state, ...lost.map((id) => end(id, "interrupted"))) : state;
}

describe("what a person is told they can do next", () => {
  const live = (state: PlanState) => (state.status === "absent" ? [] : [state]);
  for (const [status, states] of Object.entries(STATES)) {
    it(`holds for a plan that is ${status}, whichever process has it`, () => {
      for (const state of states.flatMap(live)) {
        for (const holder of ["none", "here", "process"] as const) {
          const stands = holder === "none" ? settled(state) : state;
          for (const action of nextActions(state, holder)) {
            const command = commandOf(action, stands);
            const by = action.move === "approve" ? BOB : ANN;
            const decided = command && decide(stands, command, { ...terms({ by, at: minutes(1) }) });
            const answer = decided === undefined || decided.ok ? "yes" : decided.refusal.kind;
            expect(FALSE_HOPES, `${action.move} ${action.about ?? ""} of a plan that is ${status}`).not.toContain(
              answer,
            );
          }
        }
      }
    });
  }

  it("is to answer first, while a budget is used up or a model is missing", () => {
    const asked = STATES.paused.flatMap(live).filter((state) => state.status === "paused" && state.why !== "person");
    const moves = asked.map((state) => nextActions(state, "none")[0]?.move);
    expect([moves.length > 0, new Set(moves)]).toEqual([true, new Set(["answer"])]);
  });
});
