import { rejectPlan, requestChanges } from "../../acts/answer-review.ts";
import { actingFrom } from "../../agent/acting-from.ts";
import { approvePlan } from "../../agent/approve-plan.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { PlanId } from "../../plan/plan.ts";
import type { ReviewAnswer } from "./review/review-answer.ts";

type Given = Exclude<ReviewAnswer, { kind: "ask" | "edit" | "closed" }>;

/** Gives a person's answer to the desk, and returns the sentence that confirms it. */
export async function giveAnswer(
  session: PlanSession,
  id: PlanId,
  answer: Given,
  by: Person,
): Promise<Outcome<string>> {
  const acting = actingFrom(session, by);
  const { revision, digest, request_id } = answer;
  const seen = { revision, digest, request_id };
  switch (answer.kind) {
    case "request_changes": {
      const { feedback, comments } = answer;
      const sent = await requestChanges(acting, id, seen, { feedback, comments });
      if (!sent.ok) return sent;
      const isLast = sent.value.plan.status === "needs_review";
      return yes(
        isLast
          ? `The agent has no revisions left for ${id}: /plan shows it.`
          : `Your words are a request for changes: the agent revises ${id}.`,
      );
    }
    case "reject": {
      const sent = await rejectPlan(acting, id, seen, answer.feedback);
      return sent.ok ? yes(`${id} is rejected.`) : sent;
    }
    case "approve": {
      const approved = await approvePlan(session, id, answer, by);
      if (!approved.ok) return approved;
      switch (approved.value) {
        case "waits_for_others":
          return yes(`Signed; ${id} waits for more signatures.`);
        case "begins":
          return yes(`Approved revision ${revision} of ${id}.`);
        case "later":
          return yes(`Approved revision ${revision} of ${id} for later: /plan run ${id} starts it.`);
      }
    }
  }
}
