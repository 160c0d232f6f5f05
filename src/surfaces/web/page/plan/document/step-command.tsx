import type { StepId } from "../../../../../plan/plan.ts";
import { visibleCommand } from "../../../../../plan/visible-command.ts";
import { Command, CommandLine } from "../../parts/command.tsx";
import type { Review } from "../review.ts";
import { commandKey } from "../seen/parts.ts";
import { useSeen } from "../seen/seen-of.ts";

export interface StepCommandProps {
  review: Review;
  step: StepId;
  field: "run" | "verify" | "undo" | "system_prompt_suffix";
  text: string;
  label?: string;
  note?: string;
}

/** A command, whole: on one line beside its label if it is short, and otherwise with its lines numbered. */
export function StepCommand({ review, step, field, text, label, note }: StepCommandProps) {
  // What does not run by itself is a part of the step.
  const key = field === "run" || field === "verify" ? commandKey({ step, field }) : undefined;
  const ref = useSeen<HTMLDivElement>(key && review.standing.shown.digest, key ?? "");
  const shown = visibleCommand(text);
  const isShort = note === undefined && !shown.includes("\n") && shown.length <= SHORT;
  return (
    <div ref={ref} class={`step-command ${isShort ? "short" : "long"}`} data-command={`${step}:${field}`}>
      {label && <span class="step-command-label">{label}</span>}
      <div data-field={field} data-step={step}>
        {isShort ? (
          <code>
            <CommandLine text={shown} />
          </code>
        ) : (
          <Command text={text} {...(note !== undefined && { note })} />
        )}
      </div>
    </div>
  );
}

const SHORT = 90;
