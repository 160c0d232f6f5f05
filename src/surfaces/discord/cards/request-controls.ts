import type { Choice } from "../../../acts/request-choice.ts";
import type { RequestForm } from "../../../acts/request-form.ts";
import { LIMITS } from "../limits.ts";
import { type Button, button, type Look, menu, type Row, rowsOf } from "./card-message.ts";
import { requestCustomId } from "./custom-id.ts";
import { plain } from "./discord-text.ts";
import { shownSize } from "./fit-menus.ts";

/** The controls of a request: buttons for a few short options, a menu for others, a form for text. */
export function requestControls(form: RequestForm): Row[] {
  const isMany = form.picks === "several";
  if (!isMany && areButtons(form.choices)) {
    return rowsOf([...form.choices.map((choice, index) => asButton(form, choice, index)), ...formButtons(form)]);
  }
  return [...menus(form, isMany), ...rowsOf(formButtons(form))];
}

/** The same in one row, for the plan's card. If it takes more room, a button shows the request. */
export function briefControls(form: RequestForm): Row[] {
  const rows = requestControls(form);
  const [only, ...others] = rows;
  const isBrief = only !== undefined && others.length === 0 && shownSize(rows) <= BRIEF;
  const isExact = form.facts.some(({ as }) => as === "exact" || as === "diff");
  if (isBrief && !isExact && form.kind !== "confirmation") return [only];
  const label = plain(`Answer: ${form.topic}`, SHORT);
  return rowsOf([button(requestCustomId("show", form.request.id), label, "primary")]);
}

/** The choices of a click or menu, as words for `parse`; undefined if one does not exist. */
export function clickedWords(form: RequestForm, carried: readonly string[]): string[] | undefined {
  const found = carried.flatMap(
    (one) => form.choices.find((choice, index) => carries(form, choice, index) === one) ?? [],
  );
  return found.length === carried.length ? found.map(({ word }) => word) : undefined;
}

/** Whether a person may also answer by naming options in a message. */
export function isList({ kind }: RequestForm): boolean {
  return kind === "decision" || kind === "question";
}

/** A button has no room for a label: it carries the option's index. */
function carries(form: RequestForm, { word }: Choice, index: number): string {
  return isList(form) || form.kind === "model" ? String(index) : word;
}

function areButtons(choices: readonly Choice[]): boolean {
  return (
    choices.length <= LIMITS.buttonsInRow &&
    choices.every(({ label, recommended }) => label.length + (recommended ? 2 : 0) <= SHORT)
  );
}

/** A longer label is cut off on a phone. */
const SHORT = 38;
const MOST_MENUS = 4;
/** Room for the controls of one request on the plan's card. */
const BRIEF = 320;

function asButton(form: RequestForm, choice: Choice, index: number): Button {
  const { label, recommended } = choice;
  const id = requestCustomId("choose", form.request.id, carries(form, choice, index));
  return button(id, recommended ? `${label} ★` : label, lookOf(form, choice));
}

function lookOf({ kind }: RequestForm, { leads, stops }: Choice): Look {
  if (leads) return kind === "confirmation" ? "success" : "primary";
  return stops ? "danger" : "secondary";
}

/** None if there are too many options: then a form takes the answer. Several can be chosen only from one menu. */
function menus(form: RequestForm, isMany: boolean): Row[] {
  const { choices, request } = form;
  if (choices.length > LIMITS.options * (isMany ? 1 : MOST_MENUS)) return [];
  // With the numbers that the list above has: long labels may be cut off.
  const isNumbered = !areButtons(choices);
  const rows: Row[] = [];
  for (let from = 0; from < choices.length; from += LIMITS.options) {
    const part = choices.slice(from, from + LIMITS.options);
    const options = part.map((choice, index) => {
      const { label, description, recommended } = choice;
      const more = [recommended ? "recommended" : "", description ?? ""].filter(Boolean).join(": ");
      return {
        value: carries(form, choice, from + index),
        label: isNumbered ? `${from + index + 1}. ${label}` : label,
        ...(more !== "" && { description: more }),
      };
    });
    const range = choices.length > LIMITS.options ? ` (${from + 1} to ${from + part.length})` : "";
    const asks = isMany ? "Choose one or more …" : `Choose one …${range}`;
    const about = from === 0 ? undefined : String(from);
    rows.push(menu(requestCustomId("pick", request.id, about), asks, options, isMany ? part.length : 1));
  }
  return rows;
}

function formButtons({ kind, choices, words, request }: RequestForm): Button[] {
  if (words) {
    const verb = words.with === "answer" ? "words" : "refuse_words";
    return [button(requestCustomId(verb, request.id), words.label)];
  }
  const isTooMany = kind === "decision" && choices.length > LIMITS.options;
  return isTooMany ? [button(requestCustomId("words", request.id), "Answer…")] : [];
}
