import { findQuote } from "../../../../../plan/find-quote.ts";
import { visible } from "../../../../../plan/visible.ts";
import { Empty } from "../../parts/states.tsx";
import type { Review } from "../review.ts";
import { DraftCard, EarlierCard } from "./comment-cards.tsx";
import { CommentEditor } from "./comment-editor.tsx";
import { anchorOf, draftPlace, placeName } from "./draft-place.ts";

/** All comments: those that wait to be sent, and those of earlier reviews with what became of them. */
export function CommentsTab({ review }: { review: Review }) {
  const { plan, standing, draft, writing } = review;
  const { comments } = standing;
  const open = writing.value;
  // Where its place is gone, a comment can only be changed here.
  const isHomeless = open !== undefined && draftPlace(plan, open, findQuote).state === "gone";
  const met = comments.filter(({ state }) => state === "addressed").length;
  if (comments.length + draft.value.comments.length === 0) {
    return (
      <Empty title="No comments">
        Select any text of the plan, or press c on a step. They are sent with a request for changes.
      </Empty>
    );
  }
  return (
    <div class="comments-tab">
      {draft.value.comments.length > 0 && (
        <section aria-labelledby="own-comments">
          <h2 id="own-comments">Yours, not sent yet</h2>
          <div class="comments">
            {draft.value.comments.map((comment) =>
              isHomeless && comment.id === open?.id ? (
                <CommentEditor key={comment.id} review={review} />
              ) : (
                <DraftCard
                  key={comment.id}
                  review={review}
                  comment={comment}
                  place={visible(placeName(plan, comment))}
                />
              ),
            )}
          </div>
        </section>
      )}
      {comments.length > 0 && (
        <section aria-labelledby="earlier-comments">
          <h2 id="earlier-comments">
            Of earlier reviews{" "}
            <span class="fact quiet">
              {met} of {comments.length} met
            </span>
          </h2>
          <div class="comments">
            {comments.map((comment, index) => (
              <EarlierCard key={index} comment={comment} place={visible(placeName(plan, anchorOf(comment)))} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
