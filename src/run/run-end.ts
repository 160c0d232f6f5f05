import type { FoundPlan } from "../desk/desk.ts";
import { type DeskRefusal, no } from "../desk/outcome.ts";
import { ENDS, type LivePlan, type PlanStatus, type RunningPlan } from "../lifecycle/plan-state.ts";

/** Why the executor stopped. */
export type RunEnd =
  | { how: "completed" | "failed" | "cancelled" | "left"; plan: LivePlan }
  /** Only a person can continue it. */
  | { how: "waiting"; plan: LivePlan; reasons: string[] }
  /** Another process runs it, or it can no longer run. */
  | { how: "lost"; refusal: DeskRefusal };

/** Whether the plan itself has ended, not only its executor. */
export function isOver(status: PlanStatus): boolean {
  return status === "failed" || ENDS.includes(status);
}

/** For a run in which no step runs and that this process leaves. */
export function toRunEnd(
  status: PlanStatus,
  plan: LivePlan,
  { isLeft, reasons }: { isLeft: boolean; reasons: string[] },
): RunEnd {
  if (isOver(status)) return { how: status === "completed" || status === "failed" ? status : "cancelled", plan };
  return isLeft ? { how: "left", plan } : { how: "waiting", plan, reasons };
}

/** The plan, if this lease still holds it; else how the run ended for the holder of the lease. */
export function planUnderLease(found: FoundPlan, lease: string): { plan: RunningPlan } | { end: RunEnd } {
  const state = found.kind === "standing" || found.kind === "unreadable" ? found.state : undefined;
  const isOurs = state !== undefined && "approval" in state && state.run?.lease?.id === lease;
  // A plan that was approved again belongs to the process that starts it.
  if (isOurs && state.status !== "approved") return { plan: state as RunningPlan };
  if (state?.status === "failed" || state?.status === "completed") return { end: { how: state.status, plan: state } };
  const { refusal } = no("lost_lease", "Another process runs the plan, or it can no longer run.");
  return { end: { how: "lost", refusal } };
}
