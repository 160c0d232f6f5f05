import { isAgentLive, plansOnly } from "../desk/agent-pid-file.ts";
import type { Home } from "../desk/home.ts";
import type { AgentRow } from "../desk/rows.ts";
import type { PlanId } from "../plan/plan.ts";

/** The live session that a plan belongs to, by rows that were read already. */
export function liveSessionOf(plan: PlanId, agents: readonly AgentRow[], home: Home): string | undefined {
  return agents.find((row) => row.plan_id === plan && row.phase === "executing" && isAgentLive(home, row.id))?.id;
}

/** The live session that submitted a plan, and revises it when a person requests changes. */
export function planningSessionOf(plan: PlanId, agents: readonly AgentRow[], home: Home): string | undefined {
  return agents.find((row) => row.plan_id === plan && row.phase !== "inactive" && isAgentLive(home, row.id))?.id;
}

/** The live session that planned a plan, or took it up, and starts it by itself once it is approved. */
export function startingSessionOf(plan: PlanId, agents: readonly AgentRow[], home: Home): string | undefined {
  return planningSessionOf(
    plan,
    agents.filter(({ id }) => !plansOnly(home, id)),
    home,
  );
}
