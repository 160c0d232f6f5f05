import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { SubagentsAtWork } from "../../agent/subagents-at-work.ts";
import type { Run } from "../../lifecycle/plan-state.ts";
import { addStats, NO_STATS, type StepStats } from "../../lifecycle/step-result.ts";
import type { StepId } from "../../plan/plan.ts";

/** Cost and tokens of models. */
export interface Spent {
  /** US dollars, as pi counts them. */
  dollars: number;
  /** Sent tokens, without those from a cache, and received ones. */
  tokens: number;
}

/** By the models of this session since a moment. */
export function spentSince({ sessionManager }: Pick<ExtensionContext, "sessionManager">, moment: string): Spent {
  const start = Date.parse(moment);
  let [dollars, tokens] = [0, 0];
  for (const entry of sessionManager.getBranch()) {
    if (entry.type !== "message" || entry.message.role !== "assistant" || entry.message.timestamp < start) continue;
    const { cost, input, output, cacheWrite } = entry.message.usage;
    dollars += cost.total;
    tokens += input + output + cacheWrite;
  }
  return { dollars, tokens };
}

/** By the subagents of a run: those that ended, and those that run as far as they have reported. */
export function spentOnRun({ steps }: Run, atWork: SubagentsAtWork): Spent {
  const all = [
    ...steps.values().flatMap(({ spent }) => spent ?? []),
    ...[...atWork.values()].map(({ stats }) => stats),
  ];
  return spentOf(all.reduce(addStats, NO_STATS));
}

/** By a step, its earlier attempts included. */
export function spentOnStep({ steps }: Run, atWork: SubagentsAtWork, id: StepId): Spent {
  return spentOf(addStats(steps.get(id)?.spent ?? NO_STATS, atWork.get(id)?.stats ?? NO_STATS));
}

function spentOf({ cost, prompt_tokens, completion_tokens }: StepStats): Spent {
  return { dollars: cost, tokens: prompt_tokens + completion_tokens };
}
