import type { Desk } from "../desk/desk.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import { stepCounts } from "../lifecycle/step-counts.ts";
import { defined } from "../plan/defined.ts";
import { liveExecutor } from "../run/holder.ts";
import { liveSessionOf } from "../run/live-session.ts";
import { runningPlan } from "../run/running-plan.ts";
import { STARTED } from "./may-be-unfinished.ts";

const MOST = 20;

/** A plan that was started, has not ended, and is run by no process now: killed, left, or paused and then closed. */
export interface UnfinishedPlan {
  plan: RunningPlan;
  /** The live session that it belongs to; it continues the plan when a person resumes it. */
  session?: string;
}

/** The same list for every surface, newest first; 20 at most. */
export async function unfinishedPlans(desk: Desk): Promise<UnfinishedPlan[]> {
  const { interruptCancelledRuns } = await import("../run/interrupt-cancelled-runs.ts");
  await interruptCancelledRuns(desk);
  const { rows } = await desk.plans({ status: [...STARTED], limit: MOST });
  if (rows.length === 0) return [];
  const agents = await desk.store.listAgents();
  const unfinished: UnfinishedPlan[] = [];
  // Rows only say where to look.
  for (const { id } of rows) {
    const found = await usablePlan(desk, id);
    const plan = found.ok ? runningPlan(found.value) : undefined;
    if (plan === undefined || liveExecutor(desk, plan) !== undefined) continue;
    const session = liveSessionOf(id, agents, desk.home);
    unfinished.push({ plan, ...defined({ session }) });
  }
  return unfinished;
}

/** For programs. */
export function unfinishedJson(plan: LivePlan): Record<string, unknown> {
  const { id, proposal, run, status } = plan;
  const { total, done } = stepCounts(plan);
  return {
    id,
    title: proposal.plan.title,
    status,
    started_at: run?.started_at,
    steps: total,
    steps_done: done,
  };
}
