import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { stepsLeft } from "../run/steps-left.ts";
import type { Acting, Done } from "./act.ts";
import { done, goesOn } from "./done.ts";

export interface ModelChosen {
  act: "model";
  model: string;
  /** Steps that name a model of their own, and keep it. */
  keep: StepId[];
}

/** Another model for what is left of a signed plan. The signature stays; a run that asks for a model goes on with it. */
export async function chooseModel({ desk, by }: Acting, id: PlanId, name: string): Promise<Outcome<Done<ModelChosen>>> {
  const model = name.trim();
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const sent = await desk.send(id, { type: "choose_model", model }, by);
  if (!sent.ok) return sent;
  const plan = sent.value;
  const instead = "approval" in plan ? (plan.approval?.instead ?? {}) : {};
  const keep = stepsLeft(plan)
    .filter(({ step }) => step.model !== undefined && step.model !== model && instead[step.model] !== model)
    .map(({ step }) => step.id);
  const own = keep.length === 0 ? "" : ` Steps with a model of their own keep it: ${keep.join(", ")}.`;
  return done(desk, {
    plan,
    fact: { act: "model", model, keep },
    words: `${id} is carried out by ${model} from now on.${own}`,
    goes: goesOn(desk, plan),
  });
}
