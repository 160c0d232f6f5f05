import type { StepId } from "../plan/plan.ts";
import type { Run, RunningPlan } from "./plan-state.ts";
import { mayHaveChanges } from "./step-state.ts";

export function canRollBack({ run, archived }: RunningPlan): boolean {
  return run.steps.count("in_progress") === 0 && !archived && stepsToRollBack(run).length > 0;
}

/** Steps that may have changed files, and were not rolled back since. */
export function stepsToRollBack(run: Run): StepId[] {
  return [...run.steps].flatMap(([id, step]) => (mayHaveChanges(step) ? [id] : []));
}

export function isToRollBack({ steps }: Run, id: StepId): boolean {
  const step = steps.get(id);
  return step !== undefined && mayHaveChanges(step);
}
