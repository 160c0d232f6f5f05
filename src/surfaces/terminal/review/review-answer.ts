import type { Choices } from "../../../lifecycle/plan-state.ts";
import type { RequestId } from "../../../lifecycle/request.ts";
import type { Digest } from "../../../plan/digest.ts";
import type { StepId } from "../../../plan/plan.ts";
import type { ReviewDraft } from "./review-draft.ts";

/**
 * What came of a review. The draft is in every answer: if the desk refuses it, nothing that was typed is lost. `closed`
 * answers nothing, and the request stays open.
 */
export type ReviewAnswer = { revision: number; digest: Digest; request_id?: RequestId; draft: ReviewDraft } & (
  | { kind: "approve"; choices: Choices; notes?: string; context: "same" | "fresh"; start: "now" | "later" }
  | { kind: "request_changes"; feedback: string; comments: Record<StepId, string> }
  | { kind: "reject"; feedback?: string }
  /** A message to the agent, which changes nothing about the plan. */
  | { kind: "ask"; words: string }
  | { kind: "edit" }
  | { kind: "closed" }
);
