import type { Desk } from "../desk/desk.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { isHeld } from "../run/lease.ts";
import { runningPlan } from "./running-plan.ts";

/** Who carries out a plan now: a process that is alive. Nothing, whatever its status says, if there is none. */
export function carriedOutBy(desk: Desk, plan: LivePlan): Lease | undefined {
  const { id, updated_at } = plan;
  // What has ended says who did it last.
  const lease = runningPlan(plan)?.run.lease;
  if (lease === undefined) return undefined;
  const patience = desk.configuration.config.executor_timeout_minutes * 60_000 || Number.POSITIVE_INFINITY;
  const lastSign = [desk.store.lastSign(id) ?? "", updated_at].sort().at(-1);
  return isHeld(lease, { lastSign, now: Date.parse(desk.at()), patience }) ? lease : undefined;
}
