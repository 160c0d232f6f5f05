import type { Plan, StepId } from "../../../../plan/plan.ts";
import { hasHidden } from "../../../../plan/visible.ts";
import { LIMITS } from "../../limits.ts";
import { planCustomId, type ShownText } from "../custom-id.ts";
import { plain } from "../discord-text.ts";
import { type CardModal, FIELDS, field, form, writing } from "./form.ts";

/** Changes to the plan, in general and step by step. One field is enough; the desk refuses two empty ones. */
export function changesModal(shown: ShownText, plan: Plan): CardModal {
  const example = plan.steps[0]?.id ?? "step";
  return form(planCustomId("changes", shown), "Request changes", [
    field("What should change?", writing(FIELDS.feedback)),
    field(
      "Comments on single steps",
      writing(FIELDS.comments, { hint: `${plain(example, 40)}: what should change` }),
      "One per line: the step's number or id, a colon, your comment.",
    ),
  ]);
}

/** The same for one step, by its index. */
export function commentModal(shown: ShownText, plan: Plan, place: number): CardModal {
  const step = plan.steps[place];
  return form(planCustomId("comment", shown, place), `Change step ${place + 1}`, [
    field(`What should change?`, writing(FIELDS.feedback, { isNeeded: true }), step?.title),
  ]);
}

/**
 * A field with the plan's text; an upload if the text is too long for a form, or has hidden characters, which a form
 * might change.
 */
export function editModal(shown: ShownText, text: string): CardModal {
  const isSafe = text.length <= LIMITS.input && text.trim() !== "" && !hasHidden(text);
  return form(planCustomId("edit", shown), `Edit ${shown.id}`, [
    isSafe
      ? field(
          "The whole plan",
          writing(FIELDS.text, { value: text, isNeeded: true }),
          "The new text needs new signatures.",
        )
      : field(
          "The edited plan, as a file",
          { type: 19, custom_id: FIELDS.file, min_values: 1, max_values: 1, required: true },
          "Save the attached plan, change it, and upload it here.",
        ),
  ]);
}

export function rejectModal(shown: ShownText): CardModal {
  return form(planCustomId("reject", shown), "Reject the plan", [
    field("Why?", writing(FIELDS.feedback), "Planning ends. To have it revised, request changes instead."),
  ]);
}

/** A skipped step counts as done by the person, so it needs a reason. */
export function skipModal(shown: ShownText, plan: Plan, place: number): CardModal {
  return form(planCustomId("skip_step", shown, place), `Skip step ${place + 1}`, [
    field("Why is it not needed?", writing(FIELDS.feedback, { isNeeded: true }), plan.steps[place]?.title),
  ]);
}

export interface StepComments {
  comments: Record<StepId, string>;
  /** Lines before the first step is named. */
  rest: string;
}

/**
 * Reads comments: `step-id: …` or `3: …`, one per line; a line that names no step belongs to the one before.
 * An id goes before a number, and no line is lost.
 */
export function parseStepComments(text: string, plan: Plan): StepComments {
  const found = new Map<StepId, string[]>();
  const rest: string[] = [];
  let current = rest;
  for (const line of text.split(/\r?\n/)) {
    const [, name = "", words = ""] = /^\s*[`*\-•]*\s*`?([\w-]+)`?\s*[:.)]\s*(.*)$/.exec(line) ?? [];
    const step = stepNamed(plan, name.toLowerCase());
    if (step === undefined) current.push(line);
    else {
      current = found.get(step) ?? [];
      found.set(step, current);
      current.push(words);
    }
  }
  const comments = [...found].map(([id, lines]) => [id, lines.join("\n").trim()] as const);
  return { comments: Object.fromEntries(comments.filter(([, words]) => words !== "")), rest: rest.join("\n").trim() };
}

function stepNamed({ steps }: Plan, name: string): StepId | undefined {
  if (name === "") return undefined;
  const step = steps.find(({ id }) => id === name) ?? steps[/^\d{1,6}$/.test(name) ? Number(name) - 1 : -1];
  return step?.id;
}
