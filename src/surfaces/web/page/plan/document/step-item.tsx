import type { Step } from "../../../../../plan/plan.ts";
import { visible } from "../../../../../plan/visible.ts";
import { hostFileWarnings } from "../../../../../policy/signed-host-file.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { RiskMark } from "../../parts/risk.tsx";
import { Tag } from "../../parts/tag.tsx";
import { CommentsHere } from "../comments/comments-here.tsx";
import { startComment } from "../comments/start-comment.ts";
import { toggled } from "../draft.ts";
import { isOffered } from "../offers.ts";
import { foldStep, type Review } from "../review.ts";
import { stepKey } from "../seen/parts.ts";
import { useSeen } from "../seen/seen-of.ts";
import { changesOf } from "./changes-of.ts";
import type { LaneRow } from "./lanes.ts";
import { Lanes } from "./lanes.tsx";
import { StepCommand } from "./step-command.tsx";
import { stepFacts } from "./step-facts.ts";

export interface StepItemProps {
  review: Review;
  step: Step;
  index: number;
  lanes: { row: LaneRow; count: number };
}

/** One step: its title, and unfolded every word of it. */
export function StepItem({ review, step, index, lanes }: StepItemProps) {
  const { page, standing, selected, folded, seen, draft } = review;
  const isFolded = folded.value.has(step.id);
  const isLeftOut = draft.value.leftOut.includes(step.id);
  const mayChoose = isOffered(review, "approve");
  const isUnseen = mayChoose && !seen.has(stepKey(step.id));
  const words = page.previous ? changesOf(page.previous.comparison, step.id) : [];
  const number = index + 1;
  // Only what is unfolded can be seen.
  const ref = useSeen<HTMLDivElement>(isFolded ? undefined : standing.shown.digest, stepKey(step.id));
  const select = (): void => {
    selected.value = step.id;
  };
  return (
    <li
      class={`step${selected.value === step.id ? " current" : ""}${isLeftOut ? " left-out" : ""}${isFolded ? " folded" : ""}`}
      data-item={`step:${step.id}`}
      tabIndex={-1}
      aria-label={`Step ${number}`}
      onPointerDown={select}
      onFocusIn={select}
    >
      <Lanes row={lanes.row} count={lanes.count} number={number} unseen={isUnseen} />
      {mayChoose && (
        <label class="step-check">
          <input
            type="checkbox"
            checked={!isLeftOut}
            aria-label={`Run step ${number}`}
            onChange={() => {
              draft.value = toggled(draft.value, step.id);
            }}
          />
        </label>
      )}
      <span class="step-number" aria-hidden="true">
        {number}
      </span>
      <div class="step-main">
        <div ref={ref} class={`step-text${isBrief(step) ? " brief" : ""}`}>
          <div class="step-head">
            <h3>
              <button
                type="button"
                class="step-title"
                aria-expanded={!isFolded}
                onClick={() => foldStep(review, step.id)}
              >
                <span data-field="title" data-step={step.id} dir="auto">
                  {visible(step.title)}
                </span>
                {isUnseen && <span class="dot" role="img" aria-label="not seen yet" />}
              </button>
            </h3>
            {isLeftOut && <Tag look="warn">left out</Tag>}
            {words.map(({ words, look }) => (
              <Tag key={words} look={look} {...(look === "warn" && { icon: "wider" })}>
                {words}
              </Tag>
            ))}
            {!isFolded && isBrief(step) && <StepBody review={review} step={step} />}
          </div>
          <span class="step-kind">
            {isOffered(review, "request_changes") && (
              <Button
                look="bare"
                size="small"
                icon="comment"
                class="step-comment"
                aria-label={`Comment on step ${number}`}
                onClick={() => startComment(review, { step_id: step.id })}
              />
            )}
            {step.mode && <span class="step-mode">{step.mode}</span>}
            {step.risk ? <RiskMark risk={step.risk} /> : <span class="quiet fact">no risk given</span>}
          </span>
          {!isFolded && !isBrief(step) && <StepBody review={review} step={step} />}
        </div>
        <CommentsHere review={review} spot={{ step_id: step.id }} />
      </div>
    </li>
  );
}

/** So little to say that it fits beside the title. */
function isBrief({ description, run, verify = "", undo, system_prompt_suffix, files = [] }: Step): boolean {
  const length = verify.length + files.join(", ").length;
  return description === undefined && run === undefined && undo === undefined && !system_prompt_suffix && length < 60;
}

/** Every word of the step: only where all of it was on the screen, the step was seen. */
function StepBody({ review, step }: { review: Review; step: Step }) {
  const { plan, page } = review;
  const place = { "data-step": step.id };
  const relied = page.relies_on_changed.find((one) => one.step === step.id);
  const facts = stepFacts(plan, step);
  return (
    <div class="step-body">
      {step.description && (
        <div class="step-words" data-field="description" {...place}>
          <Markdown text={step.description} headings={3} />
        </div>
      )}
      {facts.length > 0 && (
        <dl class="step-facts">
          {facts.map(({ label, field, text, isExact }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd class={isExact ? "mono" : ""} data-field={field} {...place}>
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {relied && (
        <p class="fact warn remark">
          <Icon name="warning" size={14} /> {"It relies on files that changed since the plan was made: "}
          <span class="mono">{relied.files.map((file) => visible(file)).join(", ")}</span>
        </p>
      )}
      {hostFileWarnings(step).map((warning) => (
        <p key={warning} class="fact warn remark">
          <Icon name="warning" size={14} /> {visible(warning)}
        </p>
      ))}
      {step.run !== undefined && (
        <StepCommand review={review} step={step.id} field="run" text={step.run} note="runs, exactly this" />
      )}
      {step.verify !== undefined && (
        <StepCommand review={review} step={step.id} field="verify" text={step.verify} label="check" />
      )}
      {step.undo !== undefined && (
        <StepCommand review={review} step={step.id} field="undo" text={step.undo} label="undo" />
      )}
      {step.system_prompt_suffix !== undefined && (
        <StepCommand
          review={review}
          step={step.id}
          field="system_prompt_suffix"
          text={step.system_prompt_suffix}
          label="extra prompt"
        />
      )}
    </div>
  );
}
