import type { Home } from "../desk/home.ts";
import type { AgentRow } from "../desk/rows.ts";
import type { PlanId } from "../plan/plan.ts";
import { isLive } from "./live-mark.ts";

/** Whether an agent in a live process carries out this plan. */
export function hasLiveAgent(plan: PlanId, agents: readonly AgentRow[], home: Home): boolean {
  return agents.some((row) => row.plan_id === plan && row.phase === "executing" && isLive(home, row.id));
}
