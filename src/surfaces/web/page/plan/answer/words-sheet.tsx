import { useRef, useState } from "preact/hooks";
import { findQuote } from "../../../../../plan/find-quote.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { AnswerOf } from "../../../api/shapes.ts";
import type { Answer, Refusal } from "../../call.ts";
import { call } from "../../call.ts";
import { useKeys } from "../../keys.ts";
import { Button } from "../../parts/button.tsx";
import { say } from "../../parts/say.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { Notice } from "../../parts/states.tsx";
import { now } from "../../parts/time.tsx";
import { person } from "../../store.ts";
import { DraftCard } from "../comments/comment-cards.tsx";
import { placeName, sentComments } from "../comments/draft-place.ts";
import { isLive } from "../offers.ts";
import { type Review, routeOf } from "../review.ts";
import { beatenBy } from "../sign/beaten.ts";

interface Ending {
  title: string;
  label: string;
  placeholder: string;
  act: string;
  words: string;
  isBad?: true;
  /** It ends something for good, so that a second press is asked for. */
  asks?: string;
}

const ENDINGS: Record<"changes" | "reject" | "withdraw" | "cancel", Ending> = {
  changes: {
    title: "Request changes",
    label: "What should change",
    placeholder: "What should be different, and why?",
    act: "Send back",
    words: "The plan goes back to be revised. Nothing of it runs.",
  },
  reject: {
    title: "Reject the plan",
    label: "Why",
    placeholder: "Why it should not be done (if you want to say)",
    act: "Reject…",
    words: "The plan ends. Nothing of it runs, and it is not revised.",
    isBad: true,
    asks: "Reject for good",
  },
  withdraw: {
    title: "Withdraw the plan",
    label: "Why",
    placeholder: "Why it is taken back (if you want to say)",
    act: "Withdraw…",
    words: "The proposal is taken back. Nothing of it runs.",
    asks: "Withdraw it",
  },
  cancel: {
    title: "Cancel the plan",
    label: "Why",
    placeholder: "Why it ends (if you want to say)",
    act: "Cancel the plan…",
    words: "The plan ends for good. What runs of it is stopped; files that it changed stay as they are.",
    isBad: true,
    asks: "Cancel it for good",
  },
};

/** Answers in words: request changes, reject, withdraw, cancel. */
export function WordsSheet({ review, what, close }: { review: Review; what: keyof typeof ENDINGS; close(): void }) {
  const { draft, standing, plan } = review;
  const ending = ENDINGS[what];
  const [isAsked, ask] = useState(false);
  const [isBusy, busy] = useState(false);
  const [refusal, refuse] = useState<Refusal>();
  const opened = useRef({ revision: standing.shown.revision, digest: standing.shown.digest }).current;
  const isReview = what === "changes" || what === "reject";
  const beaten = isReview && !isBusy ? beatenBy(review.page, opened, person.value?.id, now.value) : undefined;
  const field = what === "changes" ? "feedback" : "rejection";
  const text = draft.value[field];
  const sent = sentComments(plan, draft.value, findQuote);
  const isEmpty = what === "changes" && sent.feedback === "" && !sent.comments && !sent.quotes;
  const send = async (): Promise<void> => {
    if (isBusy || isEmpty || !isLive()) return;
    if (ending.asks !== undefined && !isAsked) {
      ask(true);
      return;
    }
    busy(true);
    const answer = await sendAnswer(review, what, opened, text);
    if (answer.ok) {
      draft.value = { ...draft.value, [field]: "", ...(what === "changes" && { comments: [] }) };
      say(answer.value.words);
      close();
    } else refuse(answer.refusal);
    busy(false);
    await review.resource.fetch();
  };
  useKeys("Answer", [
    {
      keys: "Ctrl+Enter",
      does: ending.act.replace("…", "").toLowerCase(),
      act: (event) => !event.repeat && void send(),
      always: true,
    },
  ]);
  return (
    <Sheet
      title={ending.title}
      close={close}
      foot={
        <>
          <Button onClick={close} keys="Escape">
            Back
          </Button>
          <Button
            look={ending.isBad ? "bad" : "sign"}
            keys="Ctrl+Enter"
            busy={isBusy}
            disabled={isEmpty || !isLive() || beaten !== undefined}
            onClick={() => void send()}
          >
            {isAsked && ending.asks ? ending.asks : ending.act}
          </Button>
        </>
      }
    >
      <div class="words-sheet">
        <p class="fact">{ending.words}</p>
        {beaten && (
          <Notice look="warn" title={beaten.title.replace("Not signed", "Not sent")}>
            {beaten.words}
          </Notice>
        )}
        {refusal && (
          <div role="alert">
            <Notice look="warn" title={refusal.message}>
              {refusal.hint}
            </Notice>
          </div>
        )}
        <label>
          {ending.label}
          <textarea
            class="field"
            rows={4}
            placeholder={ending.placeholder}
            value={text}
            onInput={({ currentTarget }) => {
              draft.value = { ...draft.value, [field]: currentTarget.value };
            }}
          />
        </label>
        {isAsked && ending.asks && (
          <p role="alert" class="bad">
            Press “{ending.asks}” to do it. This cannot be undone.
          </p>
        )}
        {what === "changes" && (
          <section class="words-comments" aria-label="Comments">
            <h3>
              {draft.value.comments.length === 0
                ? "No comments on steps or texts"
                : `With ${draft.value.comments.length === 1 ? "your comment" : `your ${draft.value.comments.length} comments`}`}
            </h3>
            {draft.value.comments.length === 0 && (
              <p class="fact quiet">Select any text of the plan, or press c on a step.</p>
            )}
            {draft.value.comments.map((comment) => (
              <DraftCard
                key={comment.id}
                review={review}
                comment={comment}
                place={visible(placeName(plan, comment))}
                close={close}
              />
            ))}
          </section>
        )}
      </div>
    </Sheet>
  );
}

async function sendAnswer(
  review: Review,
  what: keyof typeof ENDINGS,
  seen: { revision: number; digest: string },
  text: string,
): Promise<Answer<AnswerOf<"reject">>> {
  const params = routeOf(review);
  const request = review.standing.review && { request: review.standing.review.request };
  const feedback = text.trim() === "" ? {} : { feedback: text };
  switch (what) {
    case "changes":
      return call("requestChanges", {
        params,
        body: { seen, ...request, ...sentComments(review.plan, review.draft.value, findQuote) },
      });
    case "reject":
      return call("reject", { params, body: { seen, ...request, ...feedback } });
    case "withdraw":
      return call("withdraw", { params, body: feedback });
    case "cancel":
      return call("cancel", { params, body: { ...(text.trim() !== "" && { note: text }) } });
  }
}
