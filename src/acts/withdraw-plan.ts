import type { Outcome } from "../desk/outcome.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";

export interface Withdrawn {
  act: "withdraw";
}

/** Takes back one's own proposal; a next revision may follow. */
export async function withdrawPlan(
  { desk, by }: Acting,
  id: PlanId,
  feedback?: string,
): Promise<Outcome<Done<Withdrawn>>> {
  const sent = await desk.send(id, { type: "withdraw", ...(feedback && { feedback }) }, by);
  if (!sent.ok) return sent;
  return done(desk, { plan: sent.value, fact: { act: "withdraw" }, words: `Withdrew ${id}.`, goes: { by: "none" } });
}
