import { Button, ButtonLink } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { planAddress } from "../../router.ts";
import { isLive, isOffered, whyNotOffered } from "../offers.ts";
import type { Review } from "../review.ts";
import { showNextUnseen } from "../sign/next-unseen.ts";
import { signingOf } from "../sign/signing.ts";
import { answersFor } from "./answer-buttons.tsx";

/** Within reach of the thumb: what is unseen, the answers, and Approve. */
export function PhoneBar({ review }: { review: Review }) {
  const { sheet, standing } = review;
  const signing = signingOf(review);
  const isReviewed = isOffered(review, "approve");
  const hasRun = standing.run !== undefined || standing.status === "approved";
  const answers = answersFor(review);
  const why = whyNotOffered(review);
  if (!isReviewed && !hasRun && answers.length === 0 && why === undefined) return null;
  const { parts, unseen, unshown } = signing;
  return (
    <section class="phone-bar" aria-label="Your answer">
      {isReviewed && (
        <div class="phone-unseen">
          <Icon name={unseen.length === 0 ? "check" : "eye"} size={18} />
          <span class="grow">
            {unseen.length === 0 ? (
              "Every part was on your screen"
            ) : (
              <>
                <strong>
                  {unseen.length} of {parts.length}
                </strong>{" "}
                parts not seen yet
              </>
            )}
          </span>
          {unseen.length + unshown.length > 0 && (
            <Button look="bare" class="ink" onClick={() => showNextUnseen(review, signing)}>
              Next <Icon name="down" size={14} />
            </Button>
          )}
        </div>
      )}
      {why !== undefined && <p class="fact why-not">{why}</p>}
      <div class="phone-acts">
        {answers.length > 0 && (
          <Button
            size="large"
            class="phone-answer"
            onClick={() => {
              sheet.value = "answers";
            }}
          >
            {isReviewed ? "Answer" : "More"} <Icon name="up" size={14} />
          </Button>
        )}
        {isReviewed && (
          <Button
            look="sign"
            size="large"
            icon="pen"
            class="phone-approve"
            disabled={!isLive()}
            onClick={() => {
              sheet.value = "sign";
            }}
          >
            Approve…
          </Button>
        )}
        {hasRun && !isReviewed && (
          <ButtonLink
            look="sign"
            size="large"
            class="phone-approve"
            href={planAddress(review.project, review.page.id, "run")}
          >
            {standing.run ? "Follow the run" : "To the run"}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
