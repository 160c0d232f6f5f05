import { no, type Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import type { Acting, Done } from "./act.ts";
import { done, goesOn } from "./done.ts";
import { interruptIfDead } from "./interrupt-if-dead.ts";

export interface Skipped {
  act: "skip";
  step: StepId;
  reason: string;
}

/** Continues without a step. The journal records the reason. */
export async function skipStep(
  { desk, by }: Acting,
  id: PlanId,
  step: StepId,
  reason: string,
): Promise<Outcome<Done<Skipped>>> {
  if (reason.trim() === "") {
    return no("reason_missing", `Say why step ${step} is skipped: the journal records the reason.`, {
      next: [{ move: "skip", plan: id, about: step, what: "skip it with a reason" }],
    });
  }
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const settled = await interruptIfDead(desk, found.value, by);
  if (!settled.ok) return settled;
  const sent = await desk.send(id, { type: "skip_step", step_id: step, reason }, by);
  if (!sent.ok) return sent;
  const plan = sent.value;
  return done(desk, {
    plan,
    fact: { act: "skip", step, reason },
    words: `Skipped step ${step} of ${id}.`,
    goes: goesOn(desk, plan),
  });
}
