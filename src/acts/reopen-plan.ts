import type { Outcome } from "../desk/outcome.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";

export interface Reopened {
  act: "reopen";
}

/** Grants a plan one more revision. `version` must still be the current one. */
export async function reopenPlan({ desk, by }: Acting, id: PlanId, version?: number): Promise<Outcome<Done<Reopened>>> {
  const sent = await desk.send(id, { type: "reopen" }, by, version);
  if (!sent.ok) return sent;
  const words = `${id} may be revised once more.`;
  return done(desk, { plan: sent.value, fact: { act: "reopen" }, words, goes: { by: "none" } });
}
