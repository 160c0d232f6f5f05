import type { Outcome } from "../desk/outcome.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Acting, Done } from "./act.ts";
import { answerReview, type ReviewSeen } from "./answer-review.ts";
import { done } from "./done.ts";

export interface RejectWish extends ReviewSeen {
  feedback?: string | undefined;
}

export interface Rejected {
  act: "reject";
  revision: number;
}

/** Ends a plan that waits for an answer. */
export async function rejectPlan(acting: Acting, id: PlanId, wish: RejectWish): Promise<Outcome<Done<Rejected>>> {
  const { revision, feedback } = wish;
  const command = { type: "reject", revision, ...(feedback && { feedback }) } as const;
  const sent = await answerReview(acting, id, wish, command);
  if (!sent.ok) return sent;
  const fact = { act: "reject", revision } as const;
  return done(acting.desk, { plan: sent.value, fact, words: `You rejected ${id}.`, goes: { by: "none" } });
}
