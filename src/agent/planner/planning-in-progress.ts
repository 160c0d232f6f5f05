import type { Actor } from "../../lifecycle/actor.ts";
import type { PlanId } from "../../plan/plan.ts";
import type { PlanningRefusal } from "./planner.ts";

/** Planning in progress, in this process. */
export interface Planning {
  /** The agent: its questions are in its journal. */
  readonly agent: string;
  readonly model: string;
  readonly phase: "gathering" | "submitted" | "revising" | "ended";
  readonly plan_id: PlanId | undefined;
  /** Dollars, as far as pi knows the prices. */
  readonly cost: number;
  /** Resolves when the session is closed and its end is in the journal. */
  readonly done: Promise<PlanningEnd>;
  /** A person ends it; a proposed plan stays. */
  stop(by: Actor): Promise<PlanningEnd>;
}

/** How planning ended. Its plan, if there is one, is as the journal says. */
export interface PlanningEnd {
  how: "approved" | "rejected" | "cancelled" | "timed_out" | "stopped" | "failed";
  plan_id?: PlanId;
  /** Why it failed or was stopped. */
  refusal?: PlanningRefusal;
}
