import type { Decision } from "../../../../../plan/plan.ts";
import { counted } from "../../../../../plan/quantities.ts";
import { visible } from "../../../../../plan/visible.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { RiskMark } from "../../parts/risk.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { AnswerButtons } from "../answer/answer-buttons.tsx";
import { DecisionForm } from "../document/decision-form.tsx";
import { isOffered } from "../offers.ts";
import type { Review } from "../review.ts";
import { joined } from "../seen/parts.ts";
import { leaveForUnseen } from "./next-unseen.ts";
import { scopeOf } from "./scope-of.ts";
import { SignCard } from "./sign-card.tsx";
import { signingOf } from "./signing.ts";

/** Beside the document: what a signature means, and the answers. */
export function SignColumn({ review }: { review: Review }) {
  const isReviewed = isOffered(review, "approve");
  return (
    <div class="sign-column">
      <SignCard review={review} />
      <SignFacts review={review} />
      <Scope review={review} />
      <span class="grow" />
      <div class="sign-foot">
        <AnswerButtons review={review} />
        {isReviewed && <p class="fact quiet">Nothing is signed before a second step.</p>}
      </div>
    </div>
  );
}

/** What the signature allows, in a few words. */
function Scope({ review: { plan, page } }: { review: Review }) {
  return (
    <section class="scope" aria-label="What it may touch">
      <h2>What it may touch</h2>
      <dl>
        {scopeOf(plan, { network: page.network, sandbox: page.sandbox.words }).map(({ label, words, isOpen }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class={isOpen ? "warn" : ""}>{visible(words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the column holds, where the page is too narrow for it. */
export function SignatureSheet({ review, close }: { review: Review; close(): void }) {
  return (
    <Sheet title="Signature" close={close} isText>
      <div class="sign-column">
        <SignCard review={review} />
        <SignFacts review={review} />
        <Scope review={review} />
      </div>
    </Sheet>
  );
}

/** Unseen parts, commands, risks and decisions. */
export function SignFacts({ review }: { review: Review }) {
  const { plan } = review;
  const signing = signingOf(review);
  const isReviewed = isOffered(review, "approve");
  const high = plan.steps.flatMap(({ risk }, index) => (risk === "high" ? [String(index + 1)] : []));
  const decisions = plan.decisions ?? [];
  if (!isReviewed && high.length === 0 && signing.commands.length === 0 && decisions.length === 0) return null;
  const seenCommands = signing.commands.length - signing.unshown.length;
  return (
    <section class="sign-facts" aria-label="Before you sign">
      {isReviewed && <UnseenFact review={review} />}
      <p class="sign-fact">
        <Icon name="command" />
        <span class="grow">
          {signing.commands.length === 0
            ? "No command runs by itself"
            : `${counted(signing.commands.length, "command")}, shown whole`}
        </span>
        {isReviewed && signing.commands.length > 0 && (
          <span class="fact quiet">
            {seenCommands} of {signing.commands.length} seen
          </span>
        )}
      </p>
      {high.length > 0 && (
        <p class="sign-fact">
          <RiskMark risk="high" word={false} />
          <span>
            {counted(high.length, "step")} of high risk: {joined(high)}
          </span>
        </p>
      )}
      {decisions.map((decision) => (
        <div key={decision.decision_id} class="sign-fact">
          {isReviewed ? (
            <DecisionForm review={review} decision={decision} isShort />
          ) : (
            <Decided review={review} decision={decision} />
          )}
        </div>
      ))}
    </section>
  );
}

/** Once it is signed, decisions are taken where the run asks for them. */
function Decided({ review: { standing }, decision }: { review: Review; decision: Decision }) {
  const chosen = standing.selections[decision.decision_id];
  return (
    <>
      <Icon name="decision" />
      <span class="grow">{visible(decision.header)}</span>
      {chosen ? <strong>{visible(joined(chosen))}</strong> : <span class="fact quiet">not decided yet</span>}
    </>
  );
}

/** The count of unseen parts, a cell for each part, and the way to the next. */
export function UnseenFact({ review }: { review: Review }) {
  const signing = signingOf(review);
  const { parts, unseen } = signing;
  const words =
    unseen.length === 0 ? "Every part was on your screen" : `${counted(unseen.length, "part")} not seen yet`;
  return (
    <div class="unseen-fact">
      <p class="sign-fact">
        <Icon name={unseen.length === 0 ? "check" : "eye"} />
        <strong class="grow">{words}</strong>
        {unseen.length + signing.unshown.length > 0 && (
          <Button look="bare" size="small" class="ink" keys="u" onClick={() => leaveForUnseen(review)}>
            next
          </Button>
        )}
      </p>
      <div class={`seen-bar${parts.length > 60 ? " many" : ""}`} aria-hidden="true">
        {parts.map(({ key }) => (
          <span key={key} class={unseen.some((part) => part.key === key) ? "" : "seen"} />
        ))}
      </div>
    </div>
  );
}
