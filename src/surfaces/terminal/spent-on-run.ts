import type { SubagentsAtWork } from "../../agent/subagents-at-work.ts";
import type { Run } from "../../lifecycle/plan-state.ts";
import { addStats, NO_STATS, type StepStats } from "../../lifecycle/step-result.ts";
import type { StepId } from "../../plan/plan.ts";
import type { Spent } from "./spent-since.ts";

/** What the subagents of a run have taken: those that have ended, and those at work as far as they have told. */
export function spentOnRun({ steps }: Run, atWork: SubagentsAtWork): Spent {
  const all = [
    ...steps.values().flatMap(({ spent }) => spent ?? []),
    ...[...atWork.values()].map(({ stats }) => stats),
  ];
  return spentOf(all.reduce(addStats, NO_STATS));
}

/** What a step has taken, its earlier attempts included. */
export function spentOnStep({ steps }: Run, atWork: SubagentsAtWork, id: StepId): Spent {
  return spentOf(addStats(steps.get(id)?.spent ?? NO_STATS, atWork.get(id)?.stats ?? NO_STATS));
}

function spentOf({ cost, prompt_tokens, completion_tokens }: StepStats): Spent {
  return { dollars: cost, tokens: prompt_tokens + completion_tokens };
}
