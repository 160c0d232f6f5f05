import { doneWords } from "../../lifecycle/counts-words.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { stepCounts } from "../../lifecycle/step-counts.ts";
import { roughDuration, secondsBetween } from "../../plan/quantities.ts";
import { visible } from "../../plan/visible.ts";
import { cut } from "./lines.ts";

/** "PLAN-… (Say two) was started 3 h ago, 1 of 3 steps done, and no process runs it". */
export function unfinishedWords(plan: LivePlan, now = new Date().toISOString()): string {
  const { id, run, proposal } = plan;
  const title = cut(visible(proposal.plan.title), 40);
  if (run === undefined) return `${id} (${title}) was not started`;
  const ago = roughDuration(secondsBetween(run.started_at, now) ?? 0);
  return `${id} (${title}) was started ${ago} ago, ${doneWords(stepCounts(plan))}, and no process runs it`;
}
