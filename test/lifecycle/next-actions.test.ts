import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../../src/lifecycle/decide.ts";
import type { Move, NextAction } from "../../src/lifecycle/next-action.ts";
import { nextActions } from "../../src/lifecycle/next-actions.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { runs } from "../runs.ts";
import { ACTORS, walk } from "./walk.ts";

/** The command behind an action, where it is one of the plan's own. */
function commandOf({ move, about = "" }: NextAction): PlanCommand | undefined {
  const commands: Partial<Record<Move, PlanCommand>> = {
    resume: { type: "resume" },
    pause: { type: "pause" },
    retry: about === "" ? { type: "retry" } : { type: "retry_step", step_id: about },
    skip: { type: "skip_step", step_id: about, reason: "because" },
    fail: about === "" ? { type: "fail", reason: "because" } : { type: "fail_step", step_id: about },
    cancel: { type: "cancel" },
  };
  return commands[move];
}

describe("whatever has happened to a plan", () => {
  it("no action is named that the plan's state then refuses", () => {
    const person = ACTORS.find(({ kind }) => kind === "person");
    if (person === undefined) throw new Error("There is a person.");
    fc.assert(
      fc.property(walk, (steps) => {
        for (const { after, terms } of steps) {
          if (after.status === "absent") continue;
          for (const action of nextActions(after as LivePlan, "process")) {
            const command = commandOf(action);
            if (command === undefined) continue;
            const decided = decide(after, command, { ...terms, by: person });
            const kind = decided.ok ? "" : decided.refusal.kind;
            if (["wrong_state", "wrong_step_state", "budget_open", "diverged", "step_in_progress"].includes(kind))
              throw new Error(`${after.status}: ${action.move} ${action.about ?? ""} is ${kind}`);
          }
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it("each clause completes a sentence that begins with To, and names no command", () => {
    fc.assert(
      fc.property(walk, (steps) => {
        for (const { after } of steps) {
          if (after.status === "absent") continue;
          for (const { what } of nextActions(after as LivePlan, "none"))
            expect(what).toMatch(/^[a-z](?!.*(?:countersign|\/plan))/);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
