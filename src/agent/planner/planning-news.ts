import type { RequestId } from "../../lifecycle/request.ts";
import type { PlanId } from "../../plan/plan.ts";

/** The progress of a planner. Texts are the model's own: the code that shows them makes them visible. */
export type PlanningNews =
  | { type: "started"; model: string; sandboxed?: boolean }
  /** A tool is called, with its input in a few words. */
  | { type: "called"; tool: string; summary: string }
  | { type: "refused"; tool: string; reason: string }
  /** The question is a request in the inbox. */
  | { type: "asked"; request: RequestId; question: string }
  | { type: "answered"; request: RequestId; by: string }
  | { type: "proposed"; plan_id: PlanId; revision: number }
  /** A person sent the plan back. */
  | { type: "revising"; plan_id: PlanId; by: string }
  /** The submitted text is not a plan yet; the model may try again. */
  | { type: "not_a_plan"; reason: string }
  /** It stopped without a plan, and is reminded once. */
  | { type: "reminded" }
  /** The provider failed; the request is repeated. */
  | { type: "retried"; attempt: number; reason: string }
  /** A problem beside the plan, for example a notification that failed. */
  | { type: "trouble"; reason: string };
