import type { Desk } from "../../../desk/desk.ts";
import type { PlanRow } from "../../../desk/rows.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { executorOf } from "./executor-of.ts";

const MOST = 20;

/** Whether `stuckPlans` would look at this plan. */
export function mayBeStuck({ status }: PlanRow): boolean {
  return status === "executing" || status === "stalled" || status === "cancelled";
}

/** Plans that were being carried out when their process ended, and that nobody has taken up since. */
export async function stuckPlans(desk: Desk): Promise<LivePlan[]> {
  const { settleCancelledRuns } = await import("../../../run/settle-cancelled-runs.ts");
  await settleCancelledRuns(desk);
  const { rows } = await desk.plans({ status: ["executing", "stalled"], limit: MOST });
  const stuck: LivePlan[] = [];
  // Rows only say where to look.
  for (const { id } of rows) {
    const found = await desk.plan(id);
    const plan = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
    const isStarted = plan?.status === "executing" || plan?.status === "stalled";
    if (plan !== undefined && isStarted && (await executorOf(desk, plan)) === undefined) stuck.push(plan);
  }
  return stuck;
}

/** For programs. */
export function stuckJson({ id, proposal, run }: LivePlan): Record<string, unknown> {
  return {
    ...{ id, title: proposal.plan.title, started_at: run?.started_at },
    ...{ steps: run?.steps.size ?? 0, steps_done: run?.steps.count("completed", "skipped") ?? 0 },
  };
}
