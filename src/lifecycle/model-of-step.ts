import type { Plan, Step } from "../plan/plan.ts";
import { ownProperty } from "./own-property.ts";
import { type Approval, bindingPlan, type LivePlan } from "./plan-state.ts";

/** The model that a step wants: its own, the one that a person chose, or the plan's; or what a person chose instead of it. */
export function modelOfStep(
  step: Pick<Step, "model">,
  { choices, instead = {} }: Pick<Approval, "choices" | "instead">,
  plan: Plan,
): string | undefined {
  const wanted = step.model ?? choices.executor_model ?? plan.executor_model;
  return wanted === undefined ? undefined : (ownProperty(instead, wanted) ?? wanted);
}

/**
 * The same for a plan in any state: before the approval by what those chose who have signed so far. For `{}` the model of
 * the steps that name none.
 */
export function modelsOfPlan(state: LivePlan): (step: Pick<Step, "model">) => string | undefined {
  const plan = bindingPlan(state);
  const approval = "approval" in state ? state.approval : undefined;
  const choices = ("choices" in state ? state.choices : undefined) ?? {};
  return (step) => modelOfStep(step, approval ?? { choices }, plan);
}

/** After a person chose a model, for the plan or instead of one that is missing. */
export function withModel(approval: Approval, chosen: { model: string; instead_of?: string }): Approval {
  const { choices, instead = {}, ...rest } = approval;
  const { model, instead_of } = chosen;
  const isPlans = instead_of === undefined || choices.executor_model === instead_of;
  // A choice that led to the missing model leads to the new one; the new one itself is meant as it is.
  const kept = Object.entries(instead).map(([from, to]) => [from, to === instead_of ? model : to]);
  const all = new Map([...kept, ...(instead_of === undefined ? [] : [[instead_of, model]])] as [string, string][]);
  all.delete(model);
  return {
    ...rest,
    choices: isPlans ? { ...choices, executor_model: model } : choices,
    ...(all.size > 0 && { instead: Object.fromEntries(all) }),
  };
}
