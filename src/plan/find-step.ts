import type { Plan, Step, StepId } from "./plan.ts";

const indexes = new WeakMap<Plan, Map<StepId, Step>>();

/** The step with this id. Indexed at the first call, because callers look up the steps of a plan many times. */
export function findStep(plan: Plan, id: StepId): Step | undefined {
  const index = indexes.get(plan) ?? new Map(plan.steps.map((step) => [step.id, step]));
  indexes.set(plan, index);
  return index.get(id);
}
