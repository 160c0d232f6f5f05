import { call } from "../../call.ts";
import { Button, ButtonLink } from "../../parts/button.tsx";
import { say } from "../../parts/say.tsx";
import { planAddress } from "../../router.ts";
import { isLive, isOffered, whyNotOffered } from "../offers.ts";
import { type Review, routeOf } from "../review.ts";
import { answersOf, type OfferedAnswer } from "./answers-of.ts";

/** Approve…, and below it the others. The arrow holds those that are rare. */
export function AnswerButtons({ review }: { review: Review }) {
  const { sheet } = review;
  const answers = answersFor(review);
  const first = answers.filter(({ id }) => FIRST.includes(id));
  const others = answers.length - first.length;
  const why = whyNotOffered(review);
  const isOff = !isLive();
  const hasRun = review.standing.run !== undefined || review.standing.status === "approved";
  return (
    <div class="answer-buttons">
      {why !== undefined && <p class="fact why-not">{why}</p>}
      <div class="approve-row">
        {isOffered(review, "approve") && (
          <Button
            look="sign"
            size="large"
            icon="pen"
            keys="1"
            disabled={isOff}
            onClick={() => {
              sheet.value = "sign";
            }}
          >
            Approve…
          </Button>
        )}
        {hasRun && (
          <ButtonLink
            look={isOffered(review, "approve") ? "plain" : "sign"}
            size="large"
            icon="run"
            href={planAddress(review.project, review.page.id, "run")}
          >
            {review.standing.run ? "Follow the run" : "To the run"}
          </ButtonLink>
        )}
        {others > 0 && (
          <Button
            look={isOffered(review, "approve") ? "sign" : "plain"}
            size="large"
            icon={isOffered(review, "approve") ? "down" : "more"}
            aria-label="More answers"
            class="more-answers"
            onClick={() => {
              sheet.value = "answers";
            }}
          />
        )}
      </div>
      {first.length > 0 && (
        <div class="answer-row">
          {first.map(({ id, label, keys, isBad, act }) => (
            <Button key={id} look={isBad ? "bad" : "plain"} {...(keys && { keys })} disabled={isOff} onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

const FIRST: readonly OfferedAnswer["id"][] = ["changes", "reject", "reopen"];

/** With what they do here. */
export function answersFor(review: Review): OfferedAnswer[] {
  return answersOf(review, { reopen: () => void reopen(review) });
}

async function reopen(review: Review): Promise<void> {
  const answer = await call("reopen", { params: routeOf(review), body: {} });
  say(
    answer.ok ? answer.value.words : [answer.refusal.message, answer.refusal.hint].filter(Boolean).join(" "),
    answer.ok ? "check" : "warning",
  );
  await review.resource.fetch();
}
