import type { APILabelComponent } from "discord.js";
import type { Plan, StepId } from "../../../../plan/plan.ts";
import { LIMITS } from "../../limits.ts";
import { optionOf } from "../card-message.ts";
import { planCustomId, type ShownText } from "../custom-id.ts";
import { type CardModal, FIELDS, field, form, writing } from "./form.ts";

/**
 * Approve with notes, with another model, without some steps, or for later. `isInSession`: the planning session runs it;
 * `onCard`: how many of the commands that approval runs are on the card.
 */
export function notesModal(
  shown: ShownText,
  plan: Plan,
  {
    models = [],
    isInSession = false,
    onCard = 0,
  }: { models?: readonly string[]; isInSession?: boolean; onCard?: number } = {},
): CardModal {
  return form(planCustomId("options", shown, onCard), "Approve with…", [
    field("Notes for the agent that runs it", writing(FIELDS.notes)),
    ...modelField(models),
    leaveOutField(plan),
    startField(isInSession),
  ]);
}

/** When the plan starts, by the chosen value. An unknown value starts nothing now. */
export function parseStart(chosen: string | undefined): { context: "same" | "fresh"; start: "now" | "later" } {
  const start = chosen === undefined || chosen === "now" || chosen === "fresh" ? "now" : "later";
  return { context: chosen === "fresh" ? "fresh" : "same", start };
}

/** The steps to leave out, by id or number; `unknown` are words that name no step. */
export function parseLeftOut(given: readonly string[], plan: Plan): { steps: StepId[]; unknown: string[] } {
  const steps = new Set<StepId>();
  const unknown: string[] = [];
  for (const word of given.flatMap((text) => text.split(/[\s,;]+/)).filter(Boolean)) {
    const found = plan.steps.find(({ id }) => id === word) ?? plan.steps[/^\d+$/.test(word) ? Number(word) - 1 : -1];
    if (found) steps.add(found.id);
    else unknown.push(word);
  }
  return { steps: [...steps], unknown };
}

/** Without models whose name does not fit into a menu. */
function modelField(models: readonly string[]): APILabelComponent[] {
  const choices = [...new Set(models)].filter((name) => name.length <= LIMITS.option && /^[!-~]+$/.test(name));
  const options = choices.slice(0, LIMITS.options).map((name) => optionOf({ value: name, label: name }));
  if (options.length === 0) return [];
  const menu = { type: 3, custom_id: FIELDS.model, options, min_values: 0, max_values: 1, required: false } as const;
  return [field("Model", menu, "Without a choice: the configured one.")];
}

function startField(isInSession: boolean): APILabelComponent {
  const fresh = { value: "fresh", label: "Now, with a fresh context", description: "without the conversation so far" };
  const options = [
    { value: "now", label: "Now", default: true },
    ...(isInSession ? [fresh] : []),
    { value: "later", label: "Later", description: "with Start, on its card" },
  ];
  return field("When should it start?", { type: 21, custom_id: FIELDS.start, options, required: false });
}

function leaveOutField({ steps }: Plan): APILabelComponent {
  if (steps.length > LIMITS.options) {
    const hint = "2, 5, 17";
    return field("Steps to leave out", writing(FIELDS.leftOut, { hint, isShort: true }), "Their numbers or ids.");
  }
  const options = steps.map(({ title, id }, index) => optionOf({ value: id, label: `${index + 1}. ${title}` }));
  return field("Steps to leave out", {
    type: 3,
    custom_id: FIELDS.leftOut,
    options,
    required: false,
    min_values: 0,
    max_values: options.length,
  });
}
