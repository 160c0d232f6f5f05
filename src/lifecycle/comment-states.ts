import { type Comparison, compareRevisions } from "../plan/compare-revisions.ts";
import { indexPath, keyPath } from "../plan/data-path.ts";
import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import { findQuote, followQuote, partPath, quotableTexts } from "../plan/find-quote.ts";
import type { Plan, StepId } from "../plan/plan.ts";
import { type Comment, commentsOf, type QuoteComment } from "./comment.ts";
import type { Review } from "./plan-state.ts";

/** A comment of an earlier review, and what became of it in the current text. */
export type CommentState = { review: Review; comment: Comment } & Fate;

export type Fate =
  /** Its step, or its quoted text, is unchanged. */
  | { state: "open"; at: CommentPlace }
  /** These fields changed; of a quote, its field no longer has the text. */
  | { state: "addressed"; fields: string[]; at: CommentPlace }
  | { state: "lost"; why: "step_removed" | "decision_removed" | "field_removed" };

/** Where a comment is attached now; with `offset` and `length` where its quote is. */
export interface CommentPlace {
  step_id?: StepId;
  decision_id?: string;
  /** As problems have it: `steps[2]`, `steps[2].run`, `risks[0]`. */
  path: string;
  offset?: number;
  length?: number;
}

/** Every comment of the reviews, oldest first. `texts` are those that the plan has had (`textsOf`). */
export function commentStates(
  reviews: readonly Review[],
  texts: readonly { digest: Digest; plan: Plan }[],
  plan: Plan,
): CommentState[] {
  return reviews.flatMap((review) => {
    const comments = commentsOf(review);
    if (comments.length === 0) return [];
    const then = texts.findLast((text) => text.digest === review.digest)?.plan;
    const changes = then && compareRevisions(then, plan);
    return comments.map((comment) => ({ review, comment, ...fateOf(comment, plan, then, changes) }));
  });
}

function fateOf(comment: Comment, plan: Plan, then: Plan | undefined, changes: Comparison | undefined): Fate {
  const changed = changes?.steps.changed.find(({ before }) => before.id === comment.step_id);
  // A step under a new id is the same step.
  const step_id = changed?.after.id ?? comment.step_id;
  const now = { ...comment, ...defined({ step_id }) };
  if (now.field !== undefined) return quoteFate(comment, now, plan, then);
  const index = plan.steps.findIndex((step) => step.id === step_id);
  if (index < 0) return { state: "lost", why: "step_removed" };
  const at = { step_id: now.step_id, path: indexPath("steps", index) };
  const fields = changed?.fields.map(({ field }) => field).filter((field) => field !== "id") ?? [];
  return fields.length === 0 ? { state: "open", at } : { state: "addressed", fields, at };
}

/** `now`: the comment as it would be made on the current text. */
function quoteFate({ step_id: was }: Comment, now: QuoteComment, plan: Plan, then: Plan | undefined): Fate {
  const { step_id, decision_id, field } = now;
  const part = partPath(plan, now);
  if (part === undefined) return { state: "lost", why: step_id === undefined ? "decision_removed" : "step_removed" };
  if (quotableTexts(plan, now).length === 0) return { state: "lost", why: "field_removed" };
  const on = step_id === undefined ? defined({ decision_id }) : { step_id };
  const place = then
    ? followQuote({ plan: then, quote: { ...now, ...defined({ step_id: was }) } }, { plan, quote: now })
    : findQuote(plan, now);
  if (place) return { state: "open", at: { ...on, ...place } };
  return { state: "addressed", fields: [field], at: { ...on, path: keyPath(part, field) } };
}
