import { type PastText, textBefore } from "../../../desk/revisions.ts";
import type { Actor } from "../../../lifecycle/actor.ts";
import { type CommentState, commentStates } from "../../../lifecycle/comment-states.ts";
import { commentPlace } from "../../../lifecycle/comment-words.ts";
import type { LivePlan, Review } from "../../../lifecycle/plan-state.ts";
import { openReview } from "../../../lifecycle/request.ts";
import { compareRevisions } from "../../../plan/compare-revisions.ts";
import { defined } from "../../../plan/defined.ts";
import type { EarlierComment, EarlierFeedback, ReviewSubject } from "./review-subject.ts";
import { stepOutcomes } from "./step-outcome.ts";

/** What is known of a plan besides its own state. */
export type ReviewFacts = Pick<
  ReviewSubject,
  "tree" | "reliesOnChanged" | "warnings" | "offered" | "whyNot" | "models" | "sandbox" | "startsBy"
>;

/** A plan as the review shows it; `texts` are all it has had, oldest first (`textsOf`). */
export function subjectOf(state: LivePlan, texts: readonly PastText[], facts: ReviewFacts): ReviewSubject {
  const { plan, revision, digest } = state.proposal;
  const before = textBefore(texts, state.proposal);
  const review = openReview(state.requests);
  const signed = "signatures" in state && state.signatures.length > 0 ? state.signatures : [];
  return {
    ...facts,
    id: state.id,
    revision,
    digest,
    ...defined({ request_id: review?.id }),
    plan,
    ...(isUnderReview(state) ? {} : { status: state.status, ...defined({ outcomes: stepOutcomes(state) }) }),
    ...(before && { previous: { revision: before.revision, comparison: compareRevisions(before.plan, plan) } }),
    feedback: state.reviews.map((review) => feedbackOf(review, commentStates([review], texts, plan))),
    ...("voided" in state &&
      state.voided && {
        voided: { by: state.voided.signatures.map(({ by }) => nameOf(by)), revision: state.voided.revision },
      }),
    ...("signatures" in state &&
      signed.length > 0 && { signed: { by: signed.map(({ by }) => nameOf(by)), choices: state.choices ?? {} } }),
  };
}

/** Whether a person can still answer its text. */
export function isUnderReview({ status }: LivePlan): boolean {
  return status === "proposed" || status === "needs_review" || status === "changes_requested";
}

function feedbackOf({ by, revision, verdict, feedback }: Review, comments: readonly CommentState[]): EarlierFeedback {
  return { by: nameOf(by), revision, verdict, words: feedback, comments: comments.map(earlierComment) };
}

function earlierComment({ comment, ...fate }: CommentState): EarlierComment {
  return {
    ...(fate.state !== "lost" && defined({ step: fate.at.step_id })),
    on: commentPlace(comment),
    ...(comment.field !== undefined && { quote: comment.quote }),
    words: comment.text,
    state: fate.state,
  };
}

function nameOf({ name, surface }: Actor): string {
  return surface === "terminal" || surface === "cli" ? name : `${name} (${surface})`;
}
