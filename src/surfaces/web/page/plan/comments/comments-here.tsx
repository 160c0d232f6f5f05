import type { Anchor } from "../draft.ts";
import type { Review } from "../review.ts";
import { DraftCard, EarlierCard } from "./comment-cards.tsx";
import { CommentEditor } from "./comment-editor.tsx";
import { anchorOf } from "./draft-place.ts";

/** A place that comments lie under: a step, a decision, or a field of the plan. */
export type CommentSpot = { step_id: string } | { decision_id: string } | { field: string };

/** The comments of one place: earlier ones, one's own, and the one that is being written. */
export function CommentsHere({ review, spot }: { review: Review; spot: CommentSpot }) {
  const { standing, draft, writing } = review;
  const earlier = standing.comments.filter((comment) => isAt(spot, anchorOf(comment)));
  const open = writing.value;
  const mine = draft.value.comments.filter((comment) => isAt(spot, comment) && comment.id !== open?.id);
  return (
    <>
      {earlier.length + mine.length > 0 && (
        <div class="comments">
          {earlier.map((comment, index) => (
            <EarlierCard key={index} comment={comment} />
          ))}
          {mine.map((comment) => (
            <DraftCard key={comment.id} review={review} comment={comment} />
          ))}
        </div>
      )}
      {open && isAt(spot, open) && <CommentEditor review={review} />}
    </>
  );
}

function isAt(spot: CommentSpot, { step_id, decision_id, field }: Anchor): boolean {
  if ("step_id" in spot) return step_id === spot.step_id;
  if ("decision_id" in spot) return decision_id === spot.decision_id;
  return step_id === undefined && decision_id === undefined && field === spot.field;
}
