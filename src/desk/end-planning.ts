import { type Actor, HOST } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { after, type RequestState } from "../lifecycle/request.ts";
import { expiryOf, type TimeOut } from "../lifecycle/time-out.ts";
import { defined } from "../plan/defined.ts";
import type { IsDue } from "./agents.ts";
import type { Desk } from "./desk.ts";
import type { AgentRow } from "./rows.ts";

/**
 * A review that expired without an answer ends the planning it belongs to. The plan itself can still be signed later.
 */
export async function endUnansweredPlanning(desk: Desk, agents: readonly AgentRow[]): Promise<void> {
  // Rows only say where to look; the decision is made under the lock.
  for (const { id, phase } of agents) {
    const agent = phase === "submitted" ? await desk.agent(id) : undefined;
    if (!agent?.ok || agent.value.phase !== "submitted") continue;
    const plan = await desk.plan(agent.value.plan_id);
    if (plan.ok && plan.value.kind === "standing" && isUnanswered(plan.value.state)) {
      // Decided under the lock: the agent may have begun to run the signed plan since.
      const { plan_id } = agent.value;
      const isDue: IsDue = (now) => now.phase === "submitted" && now.plan_id === plan_id;
      const ran_out = ranOut(plan.value.state);
      await desk.sendAgent(id, { type: "leave", how: "timed_out", ran_out }, HOST, isDue);
    }
  }
}

/** Ends the planning of an agent that has called no tool for too long. */
export async function endIdlePlanning(desk: Desk, agents: readonly AgentRow[]): Promise<void> {
  const { gathering_idle_minutes } = desk.configuration.config;
  const since = after(desk.at(), -gathering_idle_minutes);
  if (since === undefined) return;
  const isIdle = (id: string, lastRecord = "") =>
    lastRecord <= since && (desk.store.silentSince(id, desk.moment()) ?? "") <= since;
  for (const { id, phase, plan_id, updated_at } of agents) {
    if (phase !== "gathering" || !isIdle(id, updated_at)) continue;
    const ran_out: TimeOut = { of: "planning", minutes: gathering_idle_minutes, ...defined({ plan_id }) };
    // Decided under the lock, so that a tool call in between counts.
    await desk.sendAgent(
      id,
      { type: "leave", how: "timed_out", ran_out },
      HOST,
      ({ phase: now, updated_at: last }) => now === "gathering" && isIdle(id, last),
    );
  }
}

/** The host that an agent runs in: only this one can say that the agent ended with its session. */
export function hostOf(agent: string, surface: string): Actor {
  return { kind: "host", surface, id: agent, name: "countersign" };
}

/** The review, after the time that it was open, or the plan itself. */
function ranOut(plan: LivePlan): TimeOut {
  if (plan.status === "cancelled") return expiryOf(plan.id, plan);
  const { opened_at, expires_at } = lastReview(plan) ?? {};
  const minutes = Math.round((Date.parse(expires_at ?? "") - Date.parse(opened_at ?? "")) / 60_000);
  return { of: "review", plan_id: plan.id, ...(minutes > 0 && { minutes }) };
}

function isUnanswered(state: LivePlan): boolean {
  const isWaiting = state.status === "proposed" || state.status === "needs_review";
  if (!isWaiting && !(state.status === "cancelled" && state.why === "stale")) return false;
  return lastReview(state)?.closing?.how === "expired";
}

function lastReview({ requests }: LivePlan): RequestState | undefined {
  return Object.values(requests).findLast(({ kind }) => kind === "review");
}
