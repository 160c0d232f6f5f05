import type { Plan, Step, StepId } from "./plan.ts";

const indexes = new WeakMap<Plan, Map<StepId, Step>>();

/** The step of this id. A plan is asked for its steps over and over: it is searched once. */
export function findStep(plan: Plan, id: StepId): Step | undefined {
  const index = indexes.get(plan) ?? new Map(plan.steps.map((step) => [step.id, step]));
  indexes.set(plan, index);
  return index.get(id);
}
