import type { StepId } from "../plan/plan.ts";
import { blockSteps } from "./block-steps.ts";
import { closeOfStep } from "./decide-run-request.ts";
import type { PlanEvent } from "./plan-event.ts";
import { ENDS, type RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { rolledBack } from "./step-state.ts";

/** Back to where they were: a person's choice that lets steps of an unfinished run happen again. */
export function rollBack(state: RunningPlan, steps: StepId[], to: string): Decided<PlanEvent> {
  const running = state.run.steps.that("in_progress");
  if (running.length > 0) return refuse("step_in_progress", `Still running: ${running.join(", ")}.`);
  if (state.archived) return refuse("already_archived", "The plan is in the archive; restore it first.");
  const unknown = steps.filter((id) => state.run.steps.get(id) === undefined);
  if (unknown.length > 0) return refuse("unknown_step", `The plan has no step ${unknown.join(", ")}.`);
  const event: PlanEvent = { type: "rolled_back", steps, to };
  const interruptions = steps.flatMap((id) => closeOfStep(state, id));
  if (ENDS.includes(state.status)) return done(event);
  return done(...interruptions, event, ...blockSteps(state.run.plan, rolledBack(state.run.steps, steps)));
}

function done(...events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
