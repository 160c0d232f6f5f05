import { HOST } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { Desk } from "./desk.ts";

/** A review that nobody answered in time ends the planning it belongs to. The plan itself can still be signed later. */
export async function endUnansweredPlanning(desk: Desk): Promise<void> {
  // Rows only say where to look.
  for (const { id, phase } of await desk.store.listAgents()) {
    const agent = phase === "submitted" ? await desk.agent(id) : undefined;
    if (!agent?.ok || agent.value.phase !== "submitted") continue;
    const plan = await desk.plan(agent.value.plan_id);
    if (plan.ok && plan.value.kind === "standing" && isUnanswered(plan.value.state)) {
      await desk.sendAgent(id, { type: "leave", how: "timed_out" }, HOST);
    }
  }
}

function isUnanswered(state: LivePlan): boolean {
  const isWaiting = state.status === "proposed" || state.status === "needs_review";
  if (!isWaiting && !(state.status === "cancelled" && state.why === "stale")) return false;
  const reviews = Object.values(state.requests).filter(({ kind }) => kind === "review");
  return reviews.at(-1)?.closing?.how === "expired";
}
