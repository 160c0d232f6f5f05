import { findQuote } from "../../../../../plan/find-quote.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { CommentState } from "../../../api/plan-page.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Button } from "../../parts/button.tsx";
import { Words } from "../../parts/seen-text.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago } from "../../parts/time.tsx";
import { person } from "../../store.ts";
import { type DraftComment, withComment } from "../draft.ts";
import type { Review } from "../review.ts";
import { draftPlace } from "./draft-place.ts";
import { editComment } from "./start-comment.ts";

/** A comment of an earlier review, and what became of it in the text that is shown. */
export function EarlierCard({ comment, place }: { comment: CommentState; place?: string }) {
  const { by, at, revision, text, quote, state, why } = comment;
  return (
    <article class="comment">
      <header>
        <Avatar of={by.kind} name={by.name} size="small" />
        <strong>{by.person !== undefined && by.person === person.value?.id ? "You" : visible(by.name)}</strong>
        <span class="fact quiet">
          {place ? `on ${place} · ` : ""}revision {revision} · <Ago at={at} />
        </span>
        <CommentFate comment={comment} />
      </header>
      <p>
        <Quoted quote={quote} />
        <Words text={text} />
      </p>
      {state !== "open" && <p class="fact quiet">{visible(why)}</p>}
    </article>
  );
}

function Quoted({ quote }: { quote: string | undefined }) {
  if (quote === undefined) return null;
  return (
    <>
      <q class="quoted">{visible(quote, { multiline: true })}</q>{" "}
    </>
  );
}

function CommentFate({ comment: { state } }: { comment: CommentState }) {
  const look = { open: "plain", addressed: "ok", lost: "warn" } as const;
  const icon = { open: "comment", addressed: "check", lost: "warning" } as const;
  const words = { open: "open", addressed: "addressed", lost: "lost its place" }[state];
  return (
    <Tag look={look[state]} icon={icon[state]}>
      {words}
    </Tag>
  );
}

export interface DraftCardProps {
  review: Review;
  comment: DraftComment;
  /** Where it is, if it does not stand there. */
  place?: string;
  /** Of the sheet that it stands in. */
  close?(): void;
}

/** One's own comment that is not sent yet. */
export function DraftCard({ review, comment, place, close }: DraftCardProps) {
  const { draft, plan, standing } = review;
  const found = draftPlace(plan, comment, findQuote);
  const isOld = comment.revision !== standing.shown.revision;
  return (
    <article class="comment draft">
      <header>
        <Avatar of="person" name={person.value?.name ?? "You"} size="small" />
        <strong>You</strong>
        <span class="fact quiet">
          {place ? `on ${place} · ` : ""}not sent yet{isOld ? `, written on revision ${comment.revision}` : ""}
        </span>
        <span class="grow" />
        {found.state !== "here" && (
          <Tag look="warn" icon="warning">
            {found.words}
          </Tag>
        )}
        <Button
          look="bare"
          size="small"
          icon="pen"
          aria-label="Edit the comment"
          onClick={() => {
            close?.();
            editComment(review, comment);
          }}
        />
        <Button
          look="bare"
          size="small"
          icon="cross"
          aria-label="Remove the comment"
          onClick={() => {
            draft.value = withComment(draft.value, { ...comment, text: "" });
          }}
        />
      </header>
      <p>
        <Quoted quote={comment.quote} />
        <Words text={comment.text} />
      </p>
    </article>
  );
}
