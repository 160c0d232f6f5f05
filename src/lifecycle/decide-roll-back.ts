import { blockSteps } from "./block-steps.ts";
import { closeOfStep } from "./decide-run-request.ts";
import type { CommandOf } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { ENDS, type RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { rolledBack } from "./step-state.ts";
import { isToRollBack } from "./steps-to-roll-back.ts";

/** Records a roll-back that a person chose; steps of an unfinished run become pending again. */
export function rollBack(state: RunningPlan, { steps, to }: CommandOf<"roll_back">): Decided<PlanEvent> {
  const running = state.run.steps.that("in_progress");
  if (running.length > 0) return refuse("step_in_progress", `Still running: ${running.join(", ")}.`);
  if (state.archived) return refuse("already_archived", "The plan is in the archive; restore it first.");
  const unknown = steps.filter((id) => state.run.steps.get(id) === undefined);
  if (unknown.length > 0) return refuse("unknown_step", `The plan has no step ${unknown.join(", ")}.`);
  if (steps.length > 0 && !steps.some((id) => isToRollBack(state.run, id))) {
    const message = `Nothing is left to roll back of ${steps.join(", ")}.`;
    return refuse("wrong_step_state", message, { facts: { steps } });
  }
  const event: PlanEvent = { type: "rolled_back", steps, to };
  const interruptions = steps.flatMap((id) => closeOfStep(state, id));
  if (ENDS.includes(state.status)) return done(event);
  return done(...interruptions, event, ...blockSteps(state.run.plan, rolledBack(state.run.steps, steps, false)));
}

function done(...events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
