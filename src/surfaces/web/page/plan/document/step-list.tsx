import { useMemo } from "preact/hooks";
import { wrongChoices } from "../../../../../lifecycle/choices.ts";
import { counted, money } from "../../../../../plan/quantities.ts";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/states.tsx";
import { isOffered } from "../offers.ts";
import type { Review } from "../review.ts";
import { stepKey } from "../seen/parts.ts";
import { lanesOf } from "./lanes.ts";
import { missingWords, withDependents, withoutNeeded } from "./left-out.ts";
import { StepItem } from "./step-item.tsx";

/** Every step with all that it says. A step without its check box stays out of the run. */
export function StepList({ review }: { review: Review }) {
  const { plan, draft, folded, seen } = review;
  const { rows, count } = useMemo(() => lanesOf(plan.steps), [plan]);
  const isUnseen = plan.steps.some(({ id }) => !seen.has(stepKey(id)));
  const areFolded = folded.value.size === plan.steps.length;
  const wrong = wrongChoices(plan, { left_out: [...draft.value.leftOut] });
  return (
    <section class="steps" aria-labelledby="steps-heading">
      <div class="steps-head">
        <h2 id="steps-heading">{counted(plan.steps.length, "step")}</h2>
        <span class="fact quiet">{factsOf(review)}</span>
        <span class="grow" />
        {isUnseen && isOffered(review, "approve") && (
          <span class="fact unseen-legend">
            <span class="dot" aria-hidden="true" /> not seen yet
          </span>
        )}
        <Button look="bare" size="small" keys="z" onClick={() => foldAll(review)}>
          {areFolded ? "unfold all" : "fold all"}
        </Button>
      </div>
      {wrong && <LeftOutNotice review={review} words={wrong.message} />}
      <ol class="step-list">
        {plan.steps.map((step, index) => {
          const row = rows[index];
          return row && <StepItem key={step.id} review={review} step={step} index={index} lanes={{ row, count }} />;
        })}
      </ol>
    </section>
  );
}

/** Some steps that stay need steps that are left out: the person says which way it goes. */
function LeftOutNotice({ review, words }: { review: Review; words: string }) {
  const { plan, draft } = review;
  const { leftOut } = draft.value;
  const missing = missingWords(plan, leftOut);
  const choose = (next: readonly string[]) => (): void => {
    draft.value = { ...draft.value, leftOut: next };
  };
  const more = withDependents(plan, leftOut);
  const acts = missing !== undefined && (
    <>
      {more.length < plan.steps.length && (
        <Button size="small" onClick={choose(more)}>
          Leave them out as well
        </Button>
      )}
      <Button size="small" onClick={choose(withoutNeeded(plan, leftOut))}>
        Keep what is needed
      </Button>
    </>
  );
  return (
    <div role="status">
      <Notice look="warn" title="It cannot be signed like this." {...(acts && { acts })}>
        {missing ?? words}
      </Notice>
    </div>
  );
}

/** `z`: folds every step, or unfolds them. */
export function foldAll({ plan, folded }: Review): void {
  const areFolded = folded.value.size === plan.steps.length;
  folded.value = new Set(areFolded ? [] : plan.steps.map(({ id }) => id));
}

function factsOf({ page }: Review): string {
  const { minutes, cost } = page.estimated;
  return [
    page.commands.length > 0 && counted(page.commands.length, "command"),
    minutes > 0 && `about ${minutes} min`,
    cost > 0 && money(cost),
  ]
    .filter(Boolean)
    .join(" · ");
}
