import { visible } from "../../../../../plan/visible.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { Seal } from "../../parts/seal.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { StepMark } from "../../parts/step-mark.tsx";
import { At } from "../../parts/time.tsx";
import { planAddress } from "../../router.ts";
import { person, useInbox } from "../../store.ts";
import type { Review } from "../review.ts";
import { shareOf } from "./sign-card.tsx";
import { SignatureLine } from "./signature-line.tsx";
import { digestWords } from "./signing.ts";

export interface SignedProps {
  review: Review;
  opened: { revision: number; digest: string; title: string };
  /** What the server did. */
  words: string;
  close(): void;
}

/** After the server has said yes: the seal in ink, who signed, and what comes next. */
export function Signed({ review, opened, words, close }: SignedProps) {
  const { standing, project, page } = review;
  const share = shareOf(review);
  const isWhole = share >= 1;
  const waiting =
    useInbox().value.value?.requests.filter(({ plan, may_answer }) => may_answer && plan !== page.id) ?? [];
  const [next] = waiting;
  return (
    <Sheet
      size="wide"
      title={isWhole ? "Countersigned" : "Signed"}
      close={close}
      head={<span />}
      foot={
        <div class="signed-foot">
          <ButtonLink
            size="large"
            href={next?.kind === "review" && next.plan ? planAddress(next.project, next.plan) : "/inbox"}
            onClick={close}
          >
            {waiting.length === 0 ? "Inbox" : "Next in inbox"}
          </ButtonLink>
          {isWhole && (
            <ButtonLink look="sign" size="large" href={planAddress(project, page.id, "run")} onClick={close}>
              {standing.run ? "Follow the run" : "To the run"}
            </ButtonLink>
          )}
        </div>
      }
    >
      <div class="signed-view">
        <span class="seal-filling">
          <Seal digest={opened.digest} share={share} size={170} />
        </span>
        <p class="signed-title serif" aria-hidden="true">
          {isWhole ? "Countersigned" : "Signed"}
        </p>
        <p class="signed-plan serif">
          {visible(opened.title)}, {"revision\u00a0"}
          {opened.revision}
        </p>
        <div class="signed-lines">
          {standing.signatures.map(({ by, at }, index) => (
            <SignatureLine
              key={index}
              name={by.name}
              isSigned
              left={by.person !== undefined && by.person === person.value?.id ? "this browser" : by.surface}
              right={<At at={at} />}
            />
          ))}
        </div>
        <p class="digest mono quiet">{digestWords(opened.digest, true)}</p>
        <NextStep review={review} words={words} />
      </div>
    </Sheet>
  );
}

/** The step that runs, or what the server said. */
function NextStep({ review, words }: { review: Review; words: string }) {
  const { standing, plan } = review;
  const { run } = standing;
  const running = run ? plan.steps.findIndex(({ id }) => run.steps[id]?.status === "in_progress") : -1;
  if (running < 0) return <p class="signed-next">{visible(words)}</p>;
  return (
    <p class="signed-next running">
      <StepMark status="in_progress" size={20} />
      <span>
        <strong>
          Step {running + 1} of {plan.steps.length} runs
        </strong>
        <span class="fact">{visible(plan.steps[running]?.title ?? "")}</span>
      </span>
    </p>
  );
}
