import type { Done } from "../../../acts/act.ts";
import type { Desk } from "../../../desk/desk.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { nextActions } from "../../../lifecycle/next-actions.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { defined } from "../../../plan/defined.ts";
import type { Problem } from "../../../plan/problem.ts";
import { holderOf } from "../../../run/holder.ts";
import type { ActDone } from "../api/acts.ts";
import type { ServedProject } from "./dashboard.ts";

/** The answer of an act. */
export function actDone({ key }: ServedProject, done: Outcome<Done<object>>): Outcome<ActDone> {
  if (!done.ok) return done;
  const { plan, words, goes, next } = done.value;
  const { warnings, ...fact }: { warnings?: readonly Problem[] } = done.value.fact;
  return yes({
    ...{ plan: plan.id, project: key, version: plan.version, status: plan.status, words, goes: goes.by },
    fact,
    next: [...next],
    ...defined({ warnings: warnings && [...warnings] }),
  });
}

/** The same of a command that the desk was given directly. */
export function commandDone(
  { key, desk }: ServedProject,
  plan: LivePlan,
  said: { words: string; fact: Record<string, unknown>; goes?: ActDone["goes"] },
): ActDone {
  const { words, fact, goes = "none" } = said;
  return {
    ...{ plan: plan.id, project: key, version: plan.version, status: plan.status, words, fact, goes },
    next: nextOf(desk, plan, goes),
  };
}

function nextOf(desk: Desk, plan: LivePlan, goes: ActDone["goes"]): ActDone["next"] {
  return nextActions(plan, goes === "here" ? "here" : goes === "none" ? holderOf(desk, plan) : "process");
}
