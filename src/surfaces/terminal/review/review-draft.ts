import { normaliseChoices } from "../../../lifecycle/choices.ts";
import { ownProperty } from "../../../lifecycle/own-property.ts";
import type { Choices } from "../../../lifecycle/plan-state.ts";
import { defined } from "../../../plan/defined.ts";
import type { Plan, StepId } from "../../../plan/plan.ts";

/** Unsent text and choices of a person, kept when the view closes. */
export interface ReviewDraft {
  feedback: string;
  rejection: string;
  notes: string;
  comments: Record<StepId, string>;
  choices: Choices;
}

/** The texts of a draft that are written in the field below. */
export type Words = "feedback" | "rejection" | "notes";

export function emptyDraft(choices: Choices = {}): ReviewDraft {
  return { feedback: "", rejection: "", notes: "", comments: {}, choices };
}

/** Nothing was typed or chosen. */
export function isEmpty({ feedback, rejection, notes, comments, choices }: ReviewDraft): boolean {
  const chosen = Object.values(choices).some((choice) => choice !== undefined && choice.length > 0);
  return !chosen && [feedback, rejection, notes, ...Object.values(comments)].every((words) => words.trim() === "");
}

/**
 * A draft for another text: choices about removed steps are dropped, and comments on them become feedback on the
 * whole plan. No text is lost.
 */
export function draftFor(plan: Plan, draft: ReviewDraft): ReviewDraft {
  const known = new Set(plan.steps.map((step) => step.id));
  const comments = Object.entries(draft.comments);
  const lost = comments.filter(([step]) => !known.has(step)).map(([step, words]) => `On ${step}: ${words}`);
  return {
    ...draft,
    feedback: [draft.feedback, ...lost].filter((part) => part !== "").join("\n"),
    comments: Object.fromEntries(comments.filter(([step]) => known.has(step))),
    choices: normaliseChoices({
      ...draft.choices,
      left_out: draft.choices.left_out?.filter((step) => known.has(step)) ?? [],
    }),
  };
}

export function withComment(draft: ReviewDraft, step: StepId, words: string): ReviewDraft {
  const others = Object.entries(draft.comments).filter(([id]) => id !== step);
  const kept: [StepId, string][] = words.trim() === "" ? [] : [[step, words]];
  return { ...draft, comments: Object.fromEntries([...others, ...kept]) };
}

export function commentOn(draft: ReviewDraft, step: StepId): string {
  return ownProperty(draft.comments, step) ?? "";
}

export function isLeftOut(draft: ReviewDraft, step: StepId): boolean {
  return draft.choices.left_out?.includes(step) ?? false;
}

/** Leaves a step out, or includes it again. */
export function toggled(draft: ReviewDraft, step: StepId): ReviewDraft {
  const leftOut = draft.choices.left_out ?? [];
  const next = leftOut.includes(step) ? leftOut.filter((id) => id !== step) : [...leftOut, step];
  return { ...draft, choices: normaliseChoices({ ...draft.choices, left_out: next }) };
}

export function withModel(draft: ReviewDraft, model: string | undefined): ReviewDraft {
  const { executor_model: _, ...choices } = draft.choices;
  return { ...draft, choices: normaliseChoices({ ...choices, ...defined({ executor_model: model }) }) };
}

/** Whether there is text that only a request for changes would send. */
export function hasUnsentWords(draft: ReviewDraft): boolean {
  return draft.feedback.trim() !== "" || Object.keys(draft.comments).length > 0;
}
