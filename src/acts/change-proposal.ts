import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Problem } from "../plan/problem.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";

/** Takes one's own proposal back, to plan on. */
export async function withdrawPlan(
  { desk, by }: Acting,
  id: PlanId,
  feedback = "",
): Promise<Outcome<Done<{ act: "withdraw" }>>> {
  const sent = await desk.send(id, { type: "withdraw", ...(feedback && { feedback }) }, by);
  if (!sent.ok) return sent;
  return done(desk, { plan: sent.value, fact: { act: "withdraw" }, words: `Withdrew ${id}.`, goes: { by: "none" } });
}

/** Grants one more revision. `version`: the one that must still be the current one. */
export async function reopenPlan(
  { desk, by }: Acting,
  id: PlanId,
  version?: number,
): Promise<Outcome<Done<{ act: "reopen" }>>> {
  const sent = await desk.send(id, { type: "reopen" }, by, version);
  if (!sent.ok) return sent;
  const words = `${id} may be revised once more.`;
  return done(desk, { plan: sent.value, fact: { act: "reopen" }, words, goes: { by: "none" } });
}

export interface Edited {
  act: "edit";
  /** The text says the same as before. */
  same: boolean;
  warnings: readonly Problem[];
}

/** Replaces the text that a person saw at this version. */
export async function editPlan(
  { desk, by }: Acting,
  id: PlanId,
  text: string,
  version?: number,
): Promise<Outcome<Done<Edited>>> {
  const before = await usablePlan(desk, id);
  const edited = await desk.edit(id, text, by, version);
  if (!edited.ok) return edited;
  const { plan, warnings } = edited.value;
  const same = before.ok && before.value.proposal.digest === plan.proposal.digest;
  return done(desk, {
    plan,
    fact: { act: "edit", same, warnings },
    words: same
      ? `${id} is unchanged: the text says the same as before.`
      : `Saved ${id}. The new text has no signatures yet.`,
    goes: { by: "none" },
  });
}
