import type { FoundPlan } from "../desk/desk.ts";
import { type DeskRefusal, no } from "../desk/outcome.ts";
import { ENDS, type LivePlan, type PlanStatus, type RunningPlan } from "../lifecycle/plan-state.ts";

/** Why whoever carried out the plan has stopped. */
export type RunEnd =
  | { how: "completed" | "failed" | "cancelled" | "left"; plan: LivePlan }
  /** Only a person can make it go on. */
  | { how: "waiting"; plan: LivePlan; reasons: string[] }
  /** Somebody else carries it out, or it cannot be carried out any more. */
  | { how: "lost"; refusal: DeskRefusal };

/** Whether the plan itself is at an end, whoever looks. */
export function isOver(status: PlanStatus): boolean {
  return status === "failed" || ENDS.includes(status);
}

/** Nothing of a plan that stood there runs, and nobody goes on with it here: how that is told. */
export function endAsItStands(
  status: PlanStatus,
  plan: LivePlan,
  { isLeft, reasons }: { isLeft: boolean; reasons: string[] },
): RunEnd {
  if (isOver(status)) return { how: status === "completed" || status === "failed" ? status : "cancelled", plan };
  return isLeft ? { how: "left", plan } : { how: "waiting", plan, reasons };
}

/** The plan as it was found, or how it has ended for whoever holds this lease: it is no longer theirs to carry out. */
export function ownOrEnd(found: FoundPlan, lease: string): { plan: RunningPlan } | { end: RunEnd } {
  const state = found.kind === "standing" || found.kind === "unreadable" ? found.state : undefined;
  const isOurs = state !== undefined && "approval" in state && state.run?.lease?.id === lease;
  // Approved once more, it waits for whoever starts it.
  if (isOurs && state.status !== "approved") return { plan: state as RunningPlan };
  if (state?.status === "failed" || state?.status === "completed") return { end: { how: state.status, plan: state } };
  const { refusal } = no("lost_lease", "Somebody else carries out the plan, or nobody may any more.");
  return { end: { how: "lost", refusal } };
}
