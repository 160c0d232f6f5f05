import type { SelectList } from "@earendil-works/pi-tui";
import type { StepId } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { hanging } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import { choicesRefusal } from "./answer-refusal.ts";
import { type Approval, approvalLines } from "./approval.ts";
import { keyBar } from "./key-bar.ts";
import type { ReviewDraft, Words } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";
import type { TextField } from "./text-field.ts";

/** Who answered elsewhere, and how: `ana`, `approved revision 2 in Discord`. */
export interface Answered {
  by: string;
  how: string;
}

/** The text that the person writes. */
export interface Field {
  what: Words | "comment";
  step?: StepId;
  /** The person began to type while they read: their words may be more than a request for changes. */
  isTyped?: boolean;
}

export interface FootState {
  subject: ReviewSubject;
  draft: ReviewDraft;
  width: number;
  notice?: string;
  answered?: Answered;
  field?: Field & { input: TextField };
  list?: { title: string; list: SelectList };
  approval?: Approval;
  /** Says that the text changed while the person read. */
  news?: string;
}

/** Below the page: messages, then the text field or the keys. */
export function footLines(paint: Paint, state: FootState): string[] {
  const { answered, field, list, approval, notice, width, subject, draft } = state;
  const say = (mark: string, words: string, colour: "warning" | "error" | "accent" | "success") =>
    hanging(paint.fg(colour, `${mark} `), words, width, (line) => paint.fg(colour, line));
  if (answered) {
    return [
      ...say("■", `${visible(answered.by)} ${visible(answered.how)}.`, "accent").map((line) => paint.bold(line)),
      ...(field ? fieldLines(paint, state, field) : []),
      ...hanging("", "You need not answer. Esc or Enter closes; your text is kept.", width, muted(paint)),
    ];
  }
  const wrong = subject.offered.includes("approve") ? choicesRefusal(subject, draft) : undefined;
  return [
    ...(state.news ? say("●", state.news, "warning") : []),
    ...(wrong ? say("✗", wrong, "error") : []),
    ...summary(paint, state),
    ...(notice && notice !== wrong ? say("▸", notice, "accent") : []),
    ...(list
      ? [
          ...hanging("", list.title, width, (line) => paint.bold(line)),
          ...list.list.render(width),
          ...hanging("", "Enter chooses · Esc back", width, muted(paint)),
        ]
      : field
        ? [...fieldLines(paint, state, field), ...hint(paint, field, width)]
        : approval
          ? approvalLines(paint, approval, state)
          : keyBar(paint, subject, draft, width)),
  ];
}

/** Choices and text that an answer would carry. */
function summary(paint: Paint, { subject, draft, width, field }: FootState): string[] {
  const leftOut = draft.choices.left_out?.map((id) => subject.plan.steps.findIndex((step) => step.id === id) + 1) ?? [];
  const comments = Object.keys(draft.comments).length;
  const parts = [
    ...(leftOut.length > 0
      ? [`without ${leftOut.length === 1 ? "step" : "steps"} ${leftOut.sort((a, b) => a - b).join(", ")}`]
      : []),
    ...(draft.choices.executor_model ? [`model ${visible(draft.choices.executor_model)}`] : []),
    ...(draft.notes.trim() && field?.what !== "notes" ? ["with your notes"] : []),
    ...(comments > 0 && field?.what !== "feedback" ? [`${counted(comments, "comment")} to send with 2`] : []),
    ...(draft.feedback.trim() && field?.what !== "feedback" ? ["unsent text under 2"] : []),
  ];
  return parts.length === 0 ? [] : hanging(paint.fg("accent", "• "), parts.join(" · "), width, muted(paint));
}

function fieldLines(paint: Paint, { subject, draft, width }: FootState, field: Field & { input: TextField }): string[] {
  const comments = Object.keys(draft.comments).length;
  const labels: Record<Field["what"], string> = {
    feedback: `${field.isTyped ? "Your comment on the plan:" : "What should change?"}${comments > 0 ? ` ${counted(comments, "comment")} go${comments === 1 ? "es" : ""} with it.` : ""}`,
    rejection: "Why do you reject it? (optional)",
    notes: "Notes for the agent that runs it:",
    comment: `Your comment on step ${subject.plan.steps.findIndex(({ id }) => id === field.step) + 1}:`,
  };
  return [...hanging("", labels[field.what], width, (line) => paint.bold(line)), ...field.input.render(width)];
}

function hint(paint: Paint, { what }: Field, width: number): string[] {
  const enter = { feedback: "sends", rejection: "rejects", notes: "keeps them", comment: "keeps it" }[what];
  return hanging("", `Enter ${enter} · Shift+Enter or Ctrl+J new line · Esc back, text is kept`, width, muted(paint));
}

function muted(paint: Paint): (line: string) => string {
  return (line) => paint.fg("muted", line);
}
