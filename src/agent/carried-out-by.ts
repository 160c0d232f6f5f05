import type { Desk } from "../desk/desk.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { liveLease } from "../run/live-lease.ts";
import { runningPlan } from "./running-plan.ts";

/** Leases of sessions of this process that carry out nothing any more: the process lives on without them. */
const ended = new Set<string>();

export function leaseEnds(id: string): void {
  ended.add(id);
}

/** Who carries out a plan now: a process that is alive. Nothing, whatever its status says, if there is none. */
export function carriedOutBy(desk: Desk, plan: LivePlan): Lease | undefined {
  // What has ended says who did it last.
  const running = runningPlan(plan);
  const lease = running && liveLease(desk, running);
  return lease !== undefined && ended.has(lease.id) ? undefined : lease;
}
