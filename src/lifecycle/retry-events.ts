import { askReview } from "./ask-review.ts";
import type { Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { RunningPlan } from "./plan-state.ts";
import { closings } from "./request.ts";

/** The signatures still hold if the text is unchanged since; otherwise the plan goes back to review. */
export function retryEvents(state: RunningPlan, terms: Terms): PlanEvent[] {
  if (state.proposal.digest === state.approval.signed.digest) return [{ type: "retried" }];
  return [
    ...closings(state.requests, "superseded"),
    { type: "retried" },
    { type: "approval_voided" },
    askReview(state, state.proposal, terms),
  ];
}
