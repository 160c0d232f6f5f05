import { useState } from "preact/hooks";
import { visible } from "../../../../../plan/visible.ts";
import { Button } from "../../parts/button.tsx";
import { withComment } from "../draft.ts";
import type { Review } from "../review.ts";

/** The field for one comment. What is typed is kept with every key. */
export function CommentEditor({ review }: { review: Review }) {
  const { draft, writing } = review;
  const comment = writing.value;
  const [before] = useState(() => draft.value.comments.find(({ id }) => id === comment?.id)?.text ?? "");
  if (!comment) return null;
  const put = (text: string): void => {
    writing.value = { ...comment, text };
    draft.value = withComment(draft.value, { ...comment, text });
  };
  const close = (): void => {
    writing.value = undefined;
  };
  return (
    <form
      class="comment-editor"
      onSubmit={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          close();
        } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.stopPropagation();
          close();
        }
      }}
    >
      {comment.quote !== undefined && (
        <blockquote class="quote">{visible(comment.quote, { multiline: true })}</blockquote>
      )}
      <textarea
        data-comment-field
        rows={3}
        maxLength={10_000}
        aria-label={comment.quote === undefined ? "Comment on this step" : "Comment on the selected text"}
        placeholder="It is sent with your request for changes."
        value={comment.text}
        onInput={(event) => put(event.currentTarget.value)}
      />
      <div class="acts">
        <Button type="submit" size="small" look="ink" keys="Ctrl+Enter">
          Keep
        </Button>
        <Button
          size="small"
          look="bare"
          onClick={() => {
            put(before);
            close();
          }}
        >
          {before === "" ? "Discard" : "Undo"}
        </Button>
      </div>
    </form>
  );
}
