import type { LivePlan } from "../lifecycle/plan-state.ts";
import { settleCancelledRuns } from "../run/settle-cancelled-runs.ts";
import { carriedOutBy } from "./carried-out-by.ts";
import { hasLiveAgent } from "./has-live-agent.ts";
import type { PlanSession } from "./plan-session.ts";

const MOST = 20;

/** Plans of others that were being carried out when their process ended, and that nobody has taken up since. */
export async function stuckPlans({ agent }: PlanSession): Promise<LivePlan[]> {
  if (!agent.isKept) return [];
  const { desk } = agent;
  await settleCancelledRuns(desk);
  const { rows } = await desk.plans({ status: ["executing", "stalled"], limit: MOST });
  if (rows.length === 0) return [];
  const agents = await desk.store.listAgents();
  const isOwn = (id: string) =>
    agents.some((row) => row.plan_id === id && row.phase === "executing" && row.id === agent.id);
  const isSomebodys = (id: string) => isOwn(id) || hasLiveAgent(id, agents, desk.home);
  const stuck: LivePlan[] = [];
  // Rows only say where to look.
  for (const { id } of rows) {
    const found = await desk.plan(id);
    const plan = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
    const isStarted = plan?.status === "executing" || plan?.status === "stalled";
    if (plan && isStarted && carriedOutBy(desk, plan) === undefined && !isSomebodys(id)) stuck.push(plan);
  }
  return stuck;
}
