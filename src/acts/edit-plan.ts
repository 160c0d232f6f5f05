import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Problem } from "../plan/problem.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";
import { withFirstAnswer } from "./first-answer.ts";

export interface Edited {
  act: "edit";
  /** The new text says the same as the one before. */
  same: boolean;
  warnings: readonly Problem[];
}

/** Replaces the text of a plan, as an edit of its file would. `version` is the one that the person read. */
export async function editPlan(
  { desk, by }: Acting,
  id: PlanId,
  text: string,
  version?: number,
): Promise<Outcome<Done<Edited>>> {
  const before = await usablePlan(desk, id);
  const edited = await withFirstAnswer(desk, id, await desk.edit(id, text, by, version));
  if (!edited.ok) return edited;
  const { plan, warnings } = edited.value;
  const same = before.ok && before.value.proposal.digest === plan.proposal.digest;
  const words = same
    ? `${id} is unchanged: the text says the same as before.`
    : `You edited ${id}. The new text has no signatures yet.`;
  return done(desk, { plan, fact: { act: "edit", same, warnings }, words, goes: { by: "none" } });
}
