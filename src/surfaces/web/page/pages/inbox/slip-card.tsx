import type { ComponentChildren } from "preact";
import { counted } from "../../../../../plan/quantities.ts";
import { visible } from "../../../../../plan/visible.ts";
import { visibleCommand } from "../../../../../plan/visible-command.ts";
import type { Slip } from "../../../api/requests.ts";
import { type StepNumbers, withStepNumbers } from "../../acts/step-numbers.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { closedWords } from "../../parts/closed-words.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { RiskMark } from "../../parts/risk.tsx";
import { Seal } from "../../parts/seal.tsx";
import { Ago } from "../../parts/time.tsx";
import { joined } from "../../plan/seen/parts.ts";
import { planAddress } from "../../router.ts";
import { projectName } from "../../store.ts";
import { AnswerInWords } from "./answer-in-words.tsx";
import { SlipAnswers } from "./slip-answers.tsx";

const LOOKS: Record<Slip["kind"], { icon: IconName; word: string }> = {
  review: { icon: "pen", word: "Review" },
  decision: { icon: "decision", word: "Decision" },
  amendment: { icon: "wider", word: "Outside its scope" },
  budget: { icon: "budget", word: "Budget" },
  interruption: { icon: "bolt", word: "Interrupted" },
  model: { icon: "model", word: "Model" },
  question: { icon: "question", word: "Question" },
  confirmation: { icon: "command", word: "Confirmation" },
  divergence: { icon: "divergence", word: "Two texts" },
};

const NONE: StepNumbers = new Map();

/** One request: what it is, where, how old, and its answers. The current one shows all that is to be read before. */
export function SlipCard({
  slip,
  isCurrent,
  select,
  numbers = NONE,
}: {
  slip: Slip;
  isCurrent: boolean;
  select(): void;
  /** Of the steps, where they stand beside it. */
  numbers?: StepNumbers;
}) {
  const { icon, word } = LOOKS[slip.kind];
  const isReview = slip.kind === "review";
  const isFree = slip.words?.with === "answer" && slip.may_answer;
  const title = isReview && slip.title ? slip.title : (askedIn(slip) ?? withStepNumbers(slip.heading, numbers));
  return (
    <article
      id={`slip-${slip.id}`}
      class={`slip${isCurrent ? " current" : ""}${slip.closing ? " answered" : ""}${isReview ? " is-review" : ""}`}
      aria-current={isCurrent}
      onFocusIn={select}
      onClick={select}
    >
      <div class="slip-icon">
        {isReview && slip.review ? (
          <Seal digest={slip.review.digest} share={shareOf(slip.review)} size={34} />
        ) : (
          <Icon name={icon} />
        )}
      </div>
      <div class="slip-words">
        <p class="slip-place dotted">
          <strong>{word}</strong>
          {slip.kind === "decision" && <span>{visible(slip.topic)}</span>}
          <span>{projectName(slip.project)}</span>
          {slip.plan && slip.title && !isReview && (
            <a href={planAddress(slip.project, slip.plan)}>{visible(slip.title)}</a>
          )}
          {isReview && slip.plan && <span class="mono">{slip.plan}</span>}
          {slip.step && <span>step {numbers.get(slip.step) ?? slip.step}</span>}
          <Ago at={slip.opened_at} />
        </p>
        <h3 dir="auto">{visible(title)}</h3>
        {slip.closing ? (
          <p class="slip-closed">
            <Icon name="check" /> {visible(closedWords(slip.closing))}
          </p>
        ) : (
          <>
            {slip.review && <ReviewFacts review={slip.review} />}
            <SlipFacts slip={slip} isCurrent={isCurrent} />
          </>
        )}
      </div>
      {!slip.closing && (
        <div class="slip-acts">
          {isReview && slip.plan ? (
            <ButtonLink look="sign" icon="pen" href={planAddress(slip.project, slip.plan)}>
              {slip.may_answer ? "Review" : "Read"}
            </ButtonLink>
          ) : (
            <SlipAnswers slip={slip} isCurrent={isCurrent} />
          )}
        </div>
      )}
      {/* At one place, whether it is the current one or not: a field that is clicked keeps the focus. */}
      {!slip.closing && isFree && (
        <div class="slip-free">
          <AnswerInWords slip={slip} />
        </div>
      )}
    </article>
  );
}

function shareOf({ signed = [], needed = 1 }: NonNullable<Slip["review"]>): number {
  return Math.min(1, signed.length / Math.max(1, needed));
}

/** "9 steps · 9 commands · 1 of 2 signatures, Mara signed · high 2". */
function ReviewFacts({
  review: { steps, commands, high_risk = 0, signed = [], needed = 1 },
}: {
  review: NonNullable<Slip["review"]>;
}) {
  if (steps === undefined) return null;
  return (
    <p class="slip-fact dotted">
      <span>{counted(steps, "step")}</span>
      {commands !== undefined && commands > 0 && <span>{counted(commands, "command")}</span>}
      {needed > 1 && (
        <span>
          {signed.length} of {needed} signatures{signed.length > 0 && `, ${visible(joined(signed))} signed`}
        </span>
      )}
      {high_risk > 0 && (
        <span class="slip-risk">
          <RiskMark risk="high" /> {high_risk}
        </span>
      )}
    </p>
  );
}

/** The words of the model or the plan, where they say more than our heading. */
function askedIn({ kind, facts }: Slip): string | undefined {
  if (kind !== "decision" && kind !== "question") return undefined;
  return facts.find(({ as, text }) => as === "words" && text.trim() !== "")?.text;
}

/** Where everything about it is. */
export function addressOfSlip(slip: Slip): string {
  if (slip.plan === undefined) return `/new/${encodeURIComponent(slip.project)}/${encodeURIComponent(slip.journal)}`;
  return planAddress(slip.project, slip.plan);
}

/** Whether the exact text of a call is to be read before it may be allowed. */
export function hasExact({ facts }: Slip): boolean {
  return facts.some(({ as }) => as === "exact" || as === "diff");
}

function SlipFacts({ slip, isCurrent }: { slip: Slip; isCurrent: boolean }) {
  const shown = [slip.heading, askedIn(slip)];
  const facts = slip.facts.filter(({ text }) => text.trim() !== "" && !shown.includes(text));
  const isLong = hasExact(slip);
  if (!isCurrent && isLong)
    return <p class="slip-fact quiet">{visible(facts[0]?.text.split("\n")[0] ?? "").slice(0, 160)}</p>;
  return (
    <>
      {facts.map(({ as, text }, index) => (
        <FactLine key={index} as={as} text={text} />
      ))}
      {slip.expires_at && (
        <p class="slip-fact quiet">
          Expires <Ago at={slip.expires_at} until />.
        </p>
      )}
    </>
  );
}

function FactLine({ as, text }: { as: Slip["facts"][number]["as"]; text: string }): ComponentChildren {
  switch (as) {
    case "exact":
      return <pre class="slip-exact as-run">{visibleCommand(text)}</pre>;
    case "diff":
      return (
        <pre class="slip-exact">
          {text.split("\n").map((line, index) => (
            <span key={index} class={line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : ""}>
              {visible(line)}
              {"\n"}
            </span>
          ))}
        </pre>
      );
    case "words":
      return <p class="slip-said">“{visible(text, { multiline: true })}”</p>;
    case "warning":
      return (
        <p class="slip-fact warn">
          <Icon name="warning" size={14} /> {visible(text)}
        </p>
      );
    case "note":
      return <p class="slip-fact">{visible(text, { multiline: true })}</p>;
  }
}
