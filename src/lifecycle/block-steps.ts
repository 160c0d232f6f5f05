import type { Plan, StepId } from "../plan/plan.ts";
import type { PlanEvent } from "./plan-event.ts";
import { isFinished } from "./step-state.ts";
import type { StepStates } from "./step-states.ts";

type StepUpdated = Extract<PlanEvent, { type: "step_updated" }>;

/** The moves that keep this true: a step is blocked exactly while a step that it waits for has failed. */
export function blockSteps(plan: Plan, steps: StepStates): StepUpdated[] {
  const failures = failuresAhead(plan, steps);
  return plan.steps.flatMap(({ id }): StepUpdated[] => {
    const from = steps.get(id)?.status;
    const failure = failures.get(id);
    if (failure === undefined) {
      return from === "blocked" ? [{ type: "step_updated", step_id: id, from, to: "pending" }] : [];
    }
    return from === "pending" || from === "needs_decision"
      ? [{ type: "step_updated", step_id: id, from, to: "blocked", notes: `${failure} failed` }]
      : [];
  });
}

/** By step: a failed one that it waits for, directly or not. Steps before a finished step do not count. */
export function failuresAhead(plan: Plan, steps: StepStates): Map<StepId, StepId> {
  const waiting = new Map<StepId, StepId[]>();
  for (const { id, depends_on = [] } of plan.steps) {
    for (const before of depends_on) {
      const others = waiting.get(before);
      if (others) others.push(id);
      else waiting.set(before, [id]);
    }
  }
  const found = new Map<StepId, StepId>();
  const look = plan.steps.map(({ id }) => [id, id]).filter(([id = ""]) => steps.get(id)?.status === "failed");
  // A list can grow while it is walked.
  for (const [id = "", failure = ""] of look) {
    for (const dependant of waiting.get(id) ?? []) {
      if (found.has(dependant) || isFinished(steps.get(dependant))) continue;
      found.set(dependant, failure);
      look.push([dependant, failure]);
    }
  }
  return found;
}
