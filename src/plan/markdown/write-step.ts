import type { Step } from "../plan.ts";
import { escaped } from "./escape.ts";
import { fieldText } from "./field-value.ts";
import { indented } from "./lines.ts";
import type { Spelling } from "./spelling.ts";
import { STEP_FIELDS } from "./step-fields.ts";
import { readStepTitle } from "./step-title.ts";

export interface StepAndClaim {
  step: Step;
  claim?: { status: string; notes?: string } | undefined;
}

/** A step as a numbered item. */
export function stepText(said: StepAndClaim, number: number, path: string, spell: Spelling): string {
  const { step } = said;
  const indent = " ".repeat(`${number}. `.length);
  const lines = [`${number}. [${boxText(said)}] **${titleText(step, path, spell)}** \`${step.id}\``];
  const description = descriptionText(step, path, spell);
  if (description !== undefined) lines.push(description);
  for (const { text } of stepFieldTexts(said, path, spell)) lines.push(text);
  return lines.map((line) => indented(line, indent)).join(`\n${indent}`);
}

export function boxText({ claim }: StepAndClaim): string {
  return claim?.status === "completed" ? "x" : " ";
}

export function titleText({ title }: Step, path: string, spell: Spelling): string {
  // Bold text that starts or ends with a blank is not rendered as bold.
  const survives = /^\S(?:[^\n]*\S)?$/.test(title) && readStepTitle(`**${title}** \`id\``, false).title === title;
  return survives && !spell(`${path}.title`, title) ? title : escaped(title);
}

/** `undefined` if there is none, or if it is escaped and so among the fields. */
export function descriptionText({ description }: Step, path: string, spell: Spelling): string | undefined {
  return description === undefined || spell(`${path}.description`, description) ? undefined : description;
}

/** The values of the fields, by their keys in the step or in its claimed status. */
export function stepFieldValues({ step, claim }: StepAndClaim): Map<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(step));
  if (claim && claim.status !== "completed" && claim.status !== "pending") values.set("status", claim.status);
  if (claim?.notes !== undefined) values.set("notes", claim.notes);
  return values;
}

export function stepFieldTexts(said: StepAndClaim, path: string, spell: Spelling): { key: string; text: string }[] {
  const values = stepFieldValues(said);
  const fields = STEP_FIELDS.flatMap(({ name, key, kind }) => {
    const value = values.get(key);
    if (value === undefined) return [];
    const asEscape = spell(`${path}.${key}`, Array.isArray(value) ? value.join(" ") : String(value));
    return [{ key, text: fieldText(name, kind, value, asEscape) }];
  });
  const { description } = said.step;
  if (description === undefined || descriptionText(said.step, path, spell) !== undefined) return fields;
  return [{ key: "description", text: fieldText("description", "text", description, true) }, ...fields];
}
