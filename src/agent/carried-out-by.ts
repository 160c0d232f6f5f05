import type { Desk } from "../desk/desk.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { liveLease } from "../run/live-lease.ts";
import { runningPlan } from "./running-plan.ts";

/** Who carries out a plan now: a process that is alive. Nothing, whatever its status says, if there is none. */
export function carriedOutBy(desk: Desk, plan: LivePlan): Lease | undefined {
  // What has ended says who did it last.
  const running = runningPlan(plan);
  return running && liveLease(desk, running);
}
