import type { APILabelComponent } from "discord.js";
import type { RequestForm } from "../../../../acts/request-form.ts";
import type { Outcome } from "../../../../desk/outcome.ts";
import type { Answer } from "../../../../lifecycle/request.ts";
import { defined } from "../../../../plan/defined.ts";
import { LIMITS } from "../../limits.ts";
import { requestCustomId } from "../custom-id.ts";
import { plain } from "../discord-text.ts";
import { clickedWords } from "../request-controls.ts";
import { type CardModal, FIELDS, field, form, writing } from "./form.ts";

export function answerModal(asked: RequestForm): CardModal {
  const { kind, request, question } = asked;
  const radio = radioField(asked);
  const isDecision = kind === "decision";
  const label = isDecision ? "Your choice" : radio.length > 0 ? "Or in your own words" : "Your answer";
  const hint = isDecision ? "Numbers or names, separated by commas" : undefined;
  const input = writing(FIELDS.text, { isNeeded: radio.length === 0, ...defined({ hint }) });
  return form(requestCustomId("words", request.id), isDecision ? "Decide" : "Answer", [
    ...radio,
    field(label, input, question),
  ]);
}

export function denyModal({ request, choices, question }: RequestForm): CardModal {
  const title = choices.find(({ refuses }) => refuses)?.label ?? "Refuse";
  return form(requestCustomId("refuse_words", request.id), title, [
    field("Why, or what to do instead?", writing(FIELDS.notes), question),
  ]);
}

/** The values of `answerModal` as an answer. Written text counts more than a choice. */
export function writtenAnswer(asked: RequestForm, text: string, choice?: string): Outcome<Answer> {
  const clicked = text.trim() === "" && choice !== undefined ? clickedWords(asked, [choice]) : undefined;
  return asked.parse(clicked ?? text);
}

/** The values of `denyModal` as an answer. */
export function refusingAnswer(asked: RequestForm, note: string): Outcome<Answer> {
  return asked.parse(
    asked.choices.flatMap(({ word, refuses }) => (refuses ? [word] : [])),
    note,
  );
}

function radioField(asked: RequestForm): APILabelComponent[] {
  const { kind, choices } = asked;
  if (kind !== "question" || choices.length < 2 || choices.length > LIMITS.group) return [];
  const options = choices.map(({ label }, index) => ({ value: String(index), label: plain(label, LIMITS.option) }));
  return [field("Choose one", { type: 21, custom_id: FIELDS.choice, options, required: false })];
}
