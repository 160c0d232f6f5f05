import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Acting, Done } from "./act.ts";
import { continueRun } from "./continue-run.ts";
import { done } from "./done.ts";
import { mayStart, notInsideAgent } from "./may-start.ts";

export interface Started {
  act: "run";
}

/** Runs an approved plan: in the session that a person acts from; without one, the caller runs it (`none`). */
export async function startPlan(acting: Acting, id: PlanId): Promise<Outcome<Done<Started>>> {
  const { desk, by, session } = acting;
  const outside = notInsideAgent(by);
  if (!outside.ok) return outside;
  const checked = await session?.checkFirst(() => startPlan(acting, id));
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const fact = { act: "run" } as const;
  if (checked && !checked.ok) return checked;
  if (checked) {
    const words = "How far the interrupted step got is checked first.";
    return done(desk, { plan: found.value, fact, words, goes: { by: "check" } });
  }
  if (session?.running === id) {
    return done(desk, { plan: found.value, fact, words: `${id} runs here.`, goes: { by: "here" } });
  }
  const may = await mayStart(desk, found.value, { isResume: false });
  if (!may.ok) return may;
  const goes = await continueRun(acting, may.value);
  if (!goes.ok) return goes;
  const words = goes.value.by === "check" ? `${id} was interrupted in the middle of a step.` : `${id} runs here.`;
  return done(desk, { plan: may.value, fact, words, goes: goes.value });
}
