import type { Desk } from "../desk/desk.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { isHeld } from "./lease.ts";

/** The lease of a plan, if whoever holds it is alive. Nothing, whatever the plan's status says, if there is none. */
export function liveLease(desk: Desk, { id, updated_at, run }: LivePlan): Lease | undefined {
  const lease = run?.lease;
  if (lease === undefined) return undefined;
  const patience = desk.configuration.config.executor_timeout_minutes * 60_000 || Number.POSITIVE_INFINITY;
  const lastSign = [desk.store.lastSign(id) ?? "", updated_at].sort().at(-1);
  return isHeld(lease, { lastSign, now: Date.parse(desk.at()), patience }) ? lease : undefined;
}
