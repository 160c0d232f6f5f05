import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { Desk } from "./desk.ts";

/** An agent in a list: its phase, and since when. The phase of one with a broken journal is unknown. */
export interface KnownAgent {
  id: string;
  phase: AgentState["phase"] | "broken";
  /** Its planning timed out: it stays read-only until a person lifts that. */
  timed_out?: true;
  /** Its session ended and will not continue. It stays read-only, too. */
  ended?: true;
  task?: string;
  plan_id?: string;
  since: string;
  problem?: string;
}

/** Every agent that has a journal here; active ones first, the latest on top. */
export async function knownAgents(desk: Desk): Promise<KnownAgent[]> {
  const agents: KnownAgent[] = [];
  // Rows only say where to look.
  for (const { id, updated_at } of await desk.store.listAgents()) {
    const found = await desk.agent(id);
    if (found.ok) agents.push(knownAgent(id, found.value, updated_at));
    else agents.push({ id, phase: "broken", since: updated_at, problem: found.refusal.message });
  }
  const rank = ({ phase, timed_out }: KnownAgent) => (phase === "inactive" && !timed_out ? 1 : 0);
  return agents.sort((a, b) => rank(a) - rank(b) || (a.since < b.since ? 1 : -1));
}

export function knownAgent(id: string, state: AgentState, updatedAt: string): KnownAgent {
  return {
    id,
    phase: state.phase,
    ...(state.phase === "inactive" && state.timed_out && { timed_out: true }),
    ...(state.phase === "inactive" && state.ended && { ended: true }),
    ...("task" in state && state.task !== undefined && { task: state.task }),
    ...("plan_id" in state && state.plan_id !== undefined && { plan_id: state.plan_id }),
    since: sinceOf(state) ?? updatedAt,
  };
}

function sinceOf(state: AgentState): string | undefined {
  switch (state.phase) {
    case "inactive":
      return undefined;
    case "gathering":
      return state.gathering_start;
    case "submitted":
      return state.submitted_at;
    case "executing":
      return state.approved_at;
  }
}
