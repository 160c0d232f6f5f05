import type { PlanId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { ownProperty } from "./own-property.ts";
import type { LivePlan } from "./plan-state.ts";
import type { RequestState } from "./request.ts";

/** What ran out without an answer. Records from before say no durations. */
export type TimeOut =
  | { of: "review"; plan_id: PlanId; minutes?: number }
  /** The agent called no tool; the plan whose next revision it worked on, if there was one. */
  | { of: "planning"; plan_id?: PlanId; minutes?: number }
  | { of: "decision"; plan_id: PlanId; decision_id: string; selections: readonly string[] }
  | { of: "plan"; plan_id: PlanId; days?: number };

/** Of a plan that was cancelled because of its age. */
export function expiryOf(plan_id: PlanId, { days }: { days?: number }): TimeOut & { of: "plan" } {
  return { of: "plan", plan_id, ...(days !== undefined && { days }) };
}

/** The default that a decision took at its deadline, if the closed request is of that. */
export function defaultTaken({ id, selections }: LivePlan, request: RequestState): TimeOut | undefined {
  if (request.kind !== "decision" || request.closing?.how !== "expired") return undefined;
  const taken = ownProperty(selections, request.decision_id);
  return taken && { of: "decision", plan_id: id, decision_id: request.decision_id, selections: taken };
}

/** One sentence that names the plan and what ran out. */
export function timeOutWords(what: TimeOut): string {
  switch (what.of) {
    case "review":
      return `Planning timed out: the review of ${what.plan_id} had no answer${lasting(what.minutes)}. The plan can still be approved.`;
    case "planning": {
      const after = what.plan_id === undefined ? "" : ` after changes were requested on ${what.plan_id}`;
      return what.minutes === undefined
        ? "Planning timed out."
        : `Planning timed out: nothing happened${lasting(what.minutes)}${after}.`;
    }
    case "decision":
      return `The deadline for decision ${what.decision_id} of ${what.plan_id} passed without an answer: its default holds, ${what.selections.join(", ")}.`;
    case "plan":
      return `${what.plan_id} ${expiryWords(what)}.`;
  }
}

/** "expired after 30 days without an answer". */
export function expiryWords({ days }: { days?: number }): string {
  return `expired${days === undefined ? "" : ` after ${counted(days, "day")}`} without an answer`;
}

function lasting(minutes: number | undefined): string {
  return minutes === undefined ? "" : ` for ${counted(minutes, "minute")}`;
}
