import type { Desk } from "../desk/desk.ts";
import { lastAlive } from "../lifecycle/last-alive.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { Holder } from "../lifecycle/next-actions.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { isHolderAlive, isOwn } from "./lease.ts";
import { liveSessionOf } from "./live-session.ts";
import { runningPlan } from "./running-plan.ts";

/** Which process has a plan, for the actions that can be offered on it. A cancelled run may still end its step. */
export function holderOf(desk: Desk, plan: LivePlan): Holder {
  const isAtWork = (plan.run?.steps.count("in_progress") ?? 0) > 0;
  const lease = isAtWork ? liveLease(desk, plan) : liveExecutor(desk, plan);
  if (lease === undefined) return "none";
  return isOwn(lease) ? "here" : "process";
}

/** The live process that runs a plan. Undefined if there is none, also if the plan's status is `executing`. */
export function liveExecutor(desk: Desk, plan: LivePlan): Lease | undefined {
  // A plan that has ended still names its last executor.
  const running = runningPlan(plan);
  return running && liveLease(desk, running);
}

/** The lease of a plan, if the process that holds it is alive. */
export function liveLease(desk: Desk, { id, updated_at, run }: LivePlan): Lease | undefined {
  const lease = run?.lease;
  if (lease === undefined) return undefined;
  const patience = desk.configuration.config.executor_timeout_minutes * 60_000 || Number.POSITIVE_INFINITY;
  const now = desk.moment();
  const lastSign = () => lastAlive(updated_at, desk.store.silentSince(id, now), now.at);
  return isHolderAlive(lease, { lastSign, now: Date.parse(now.at), patience }) ? lease : undefined;
}

/** The live session that this plan belongs to, whether or not it runs anything at the moment. */
export async function attachedSession(desk: Desk, { id }: LivePlan): Promise<string | undefined> {
  return liveSessionOf(id, await desk.store.listAgents(), desk.home);
}
