import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { counted, roughDuration, secondsBetween } from "../../plan/quantities.ts";
import { visible } from "../../plan/visible.ts";
import { cut } from "./lines.ts";

/** "PLAN-… (Say two) was started 3 h ago, 1 of 3 steps is done, and nobody carries it out". */
export function stuckWords({ id, run, proposal }: LivePlan, now = new Date().toISOString()): string {
  const title = cut(visible(proposal.plan.title), 40);
  if (run === undefined) return `${id} (${title}) was not started`;
  const ago = roughDuration(secondsBetween(run.started_at, now) ?? 0);
  const done = run.steps.count("completed", "skipped");
  return `${id} (${title}) was started ${ago} ago, ${done} of ${counted(run.steps.size, "step")} done, and nobody carries it out`;
}
