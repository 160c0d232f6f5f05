import type { Desk } from "../desk/desk.ts";
import { type KnownAgent, knownAgent } from "../desk/known-agents.ts";
import { lostAgents, PLANNING, type Sessions } from "./lost-agents.ts";
import type { PlanSession } from "./plan-session.ts";

/** Planning in this project that no session continues by itself. */
export async function interruptedPlanning({ agent, context }: PlanSession): Promise<KnownAgent[]> {
  return agent.isKept ? lostPlanning(agent.desk, agent.id, context.sessionManager) : [];
}

/** The same for a process without a session of pi (`lostAgents`), the newest first. */
export async function lostPlanning(desk: Desk, own?: string, sessions?: Sessions): Promise<KnownAgent[]> {
  const found: KnownAgent[] = [];
  const agents = await desk.store.listAgents();
  // Rows only say where to look.
  for (const { id, updated_at } of lostAgents(agents, own, desk.home, sessions)) {
    const state = await desk.agent(id);
    if (state.ok && PLANNING.includes(state.value.phase)) found.push(knownAgent(id, state.value, updated_at));
  }
  return found.sort((a, b) => (a.since < b.since ? 1 : -1));
}
