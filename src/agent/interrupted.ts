import { type KnownAgent, knownAgent } from "../desk/known-agents.ts";
import { lostAgents, PLANNING } from "./lost-agents.ts";
import type { PlanSession } from "./plan-session.ts";

/** Planning in this project that no session continues by itself (`lostAgents`). */
export async function interruptedPlanning({ agent, context }: PlanSession): Promise<KnownAgent[]> {
  if (!agent.isKept) return [];
  const { desk } = agent;
  const found: KnownAgent[] = [];
  const agents = await desk.store.listAgents();
  // Rows only say where to look.
  for (const { id, updated_at } of lostAgents(agents, agent.id, desk.home, context.sessionManager)) {
    const state = await desk.agent(id);
    if (state.ok && PLANNING.includes(state.value.phase)) found.push(knownAgent(id, state.value, updated_at));
  }
  return found.sort((a, b) => (a.since < b.since ? 1 : -1));
}
