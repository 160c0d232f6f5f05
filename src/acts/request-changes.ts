import type { Outcome } from "../desk/outcome.ts";
import type { QuoteComment } from "../lifecycle/comment.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { planningSessionOf } from "../run/live-session.ts";
import type { Acting, Done, Goes } from "./act.ts";
import { answerReview, type ReviewSeen } from "./answer-review.ts";
import { done } from "./done.ts";

export interface ChangesWish extends ReviewSeen {
  feedback: string;
  comments?: Record<StepId, string> | undefined;
  quotes?: QuoteComment[] | undefined;
}

export interface ChangesRequested {
  act: "request_changes";
  revision: number;
  /** The agent may propose no other revision, unless a person grants one. */
  was_last: boolean;
}

/** Sends a revision back with feedback and comments. */
export async function requestChanges(
  acting: Acting,
  id: PlanId,
  wish: ChangesWish,
): Promise<Outcome<Done<ChangesRequested>>> {
  const { desk, session } = acting;
  const { revision, feedback, comments, quotes } = wish;
  const command = { type: "request_changes", revision, feedback, ...defined({ comments, quotes }) } as const;
  const sent = await answerReview(acting, id, wish, command);
  if (!sent.ok) return sent;
  const plan = sent.value;
  const wasLast = plan.status === "needs_review";
  const fact = { act: "request_changes", revision, was_last: wasLast } as const;
  if (wasLast) {
    const words = `You requested changes on ${id}, and its agent has no revisions left: approve it, reject it, or grant one more.`;
    return done(desk, { plan, fact, words, goes: { by: "none" } });
  }
  const agent = planningSessionOf(id, await desk.store.listAgents(), desk.home);
  const goes: Goes =
    agent === undefined ? { by: "none" } : agent === session?.agent ? { by: "here" } : { by: "session", agent };
  const words = `You requested changes on ${id}.${agent === undefined ? "" : " Its agent revises it."}`;
  return done(desk, { plan, fact, words, goes });
}
