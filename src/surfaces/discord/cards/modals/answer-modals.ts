import type { APILabelComponent } from "discord.js";
import type { Answer, Request } from "../../../../lifecycle/request.ts";
import { requestCustomId } from "../custom-id.ts";
import { plain } from "../discord-text.ts";
import { LIMITS } from "../limits.ts";
import { optionsOf } from "../request-options.ts";
import { questionOf, refusalWord } from "../request-words.ts";
import { type CardModal, FIELDS, field, form, writing } from "./form.ts";

/** An answer in words, or one of a few options. */
export function answerModal(request: Request): CardModal {
  const asked = questionOf(request);
  const radio = radioField(request);
  const isDecision = request.kind === "decision";
  const label = isDecision ? "Your choice" : radio.length > 0 ? "Or in your own words" : "Your answer";
  const hint = isDecision ? "The numbers or names of what you choose, with commas" : undefined;
  const input = writing(FIELDS.text, { isNeeded: radio.length === 0, ...(hint && { hint }) });
  return form(requestCustomId("words", request.id), isDecision ? "Decide" : "Answer", [
    ...radio,
    field(label, input, asked),
  ]);
}

/** A refusal, with what should be done instead. */
export function denyModal(request: Request): CardModal {
  return form(requestCustomId("refuse_words", request.id), refusalWord(request), [
    field("Why, or what should be done instead?", writing(FIELDS.notes), questionOf(request)),
  ]);
}

/** What was written or chosen in `answerModal`, as an answer; nothing if it names no option, or says nothing. */
export function writtenAnswer(request: Request, text: string, choice?: string): Answer | undefined {
  const said = text.trim();
  if (request.kind === "question") {
    if (said !== "") return { kind: "question", text: said };
    const option = request.options?.[Number(choice ?? Number.NaN)];
    return option === undefined ? undefined : { kind: "question", text: option };
  }
  if (request.kind !== "decision") return undefined;
  const selections = selectionsIn(said, request.options);
  return selections && selections.length > 0 ? { kind: "decision", selections } : undefined;
}

/** The refusal that `denyModal` stands for. */
export function refusingAnswer(request: Request, note: string): Answer | undefined {
  const said = note.trim() === "" ? {} : { note: note.trim() };
  if (request.kind === "confirmation") return { kind: "confirmation", allow: false, ...said };
  if (request.kind === "amendment") return { kind: "amendment", choice: "refuse", ...said };
  return undefined;
}

function radioField(request: Request): APILabelComponent[] {
  const options = request.kind === "question" ? optionsOf(request) : [];
  if (options.length < 2 || options.length > LIMITS.group) return [];
  const choices = options.map(({ word, label }) => ({ value: word, label: plain(label, LIMITS.option) }));
  return [field("Choose one", { type: 21, custom_id: FIELDS.choice, options: choices, required: false })];
}

/** The options that somebody names, with commas or one to a line; by name first, for a name may be a number. */
export function selectionsIn(text: string, options: readonly string[]): string[] | undefined {
  if (options.includes(text.trim())) return [text.trim()];
  const labels: string[] = [];
  for (const part of text.split(/[,\n]/).map((word) => word.trim())) {
    if (part === "") continue;
    const named = options.filter((label) => label.trim().toLowerCase() === part.toLowerCase());
    const label = named.length > 0 ? named[0] : /^\d+$/.test(part) ? options[Number(part) - 1] : undefined;
    if (label === undefined) return undefined;
    if (!labels.includes(label)) labels.push(label);
  }
  return labels;
}
