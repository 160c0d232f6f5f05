import { useId } from "preact/hooks";
import type { Decision } from "../../../../../plan/plan.ts";
import { visible } from "../../../../../plan/visible.ts";
import { Icon } from "../../parts/icon.tsx";
import { Words } from "../../parts/seen-text.tsx";
import { isOffered } from "../offers.ts";
import type { Review } from "../review.ts";

/** The options of a decision. Nothing is chosen by default; what is chosen is sent with the signature. */
export function DecisionForm({
  review,
  decision,
  isShort = false,
}: {
  review: Review;
  decision: Decision;
  isShort?: boolean;
}) {
  const { draft, standing } = review;
  const name = useId();
  const { decision_id: id, options, multi_select: isMulti = false, recommended } = decision;
  const taken = standing.selections[id];
  const chosen = taken ?? draft.value.decisions[id] ?? [];
  const choose = (label: string): void => {
    const others = isMulti ? chosen.filter((one) => one !== label) : [];
    const next = chosen.includes(label) ? others : [...others, label];
    draft.value = { ...draft.value, decisions: { ...draft.value.decisions, [id]: next } };
  };
  return (
    <fieldset class="decision-form" disabled={taken !== undefined || !isOffered(review, "approve")}>
      <legend class={isShort ? "" : "visually-hidden"}>
        {isShort && <Icon name="decision" />}
        {visible(decision.header)}
        {isShort && <span class="fact quiet decision-steps">{waitingSteps(review, id)}</span>}
      </legend>
      {options.map(({ label, description }) => (
        <label key={label} class={`option${chosen.includes(label) ? " chosen" : ""}`}>
          <input
            type={isMulti ? "checkbox" : "radio"}
            name={name}
            checked={chosen.includes(label)}
            onChange={() => choose(label)}
            // A radio button that is pressed again is let go: no choice has to be made here.
            onClick={() => !isMulti && chosen.includes(label) && choose(label)}
          />
          <span>
            <strong data-field="options" data-decision={id}>
              {visible(label)}
            </strong>
            {label === recommended && <span class="quiet"> · ★ recommended</span>}
            {description !== undefined && (
              <span class="option-words" data-field="options" data-decision={id}>
                <Words text={description} />
              </span>
            )}
          </span>
        </label>
      ))}
      {taken !== undefined && <p class="fact quiet">This is decided.</p>}
    </fieldset>
  );
}

/** "step 3", of those that wait for it. */
export function waitingSteps({ plan }: Pick<Review, "plan">, id: string): string {
  const numbers = plan.steps.flatMap((step, index) => (step.decision_id === id ? [index + 1] : []));
  return numbers.length === 0 ? "" : `${numbers.length === 1 ? "step" : "steps"} ${numbers.join(", ")}`;
}
