import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Request } from "../../../lifecycle/request.ts";
import type { Decision } from "../../../plan/plan.ts";
import { type Button, button, menu, type Row, rowsOf } from "./card-message.ts";
import { requestCustomId } from "./custom-id.ts";
import { plain } from "./discord-text.ts";
import { wordsIn } from "./fit-menus.ts";
import { LIMITS } from "./limits.ts";
import { shownText } from "./plan-facts.ts";
import { optionsOf, type RequestOption } from "./request-options.ts";
import { refusalWord, topicOf } from "./request-words.ts";

/** What a request can be answered with: buttons where they are few and short, a menu where not, a form for words. */
export function requestControls(request: Request, decision?: Decision): Row[] {
  const options = optionsOf(request, decision);
  const forms = formButtons(request, options.length);
  const isMany = request.kind === "decision" && request.multi_select;
  if (!isMany && areButtons(options)) return rowsOf([...options.map((option) => asButton(request, option)), ...forms]);
  return [...menus(request, options, isMany), ...rowsOf(forms)];
}

/** The same in one row, to stand on the plan's own card; what needs more is shown when it is asked for. */
export function briefControls(request: Request, state: LivePlan): Row[] {
  const rows = requestControls(request, decisionOf(request, state));
  const [only, ...others] = rows;
  const isBrief = only !== undefined && others.length === 0 && wordsIn(rows) <= BRIEF;
  if (isBrief && request.kind !== "confirmation" && request.kind !== "amendment") return [only];
  const label = plain(`Answer: ${topicOf(request)}`, SHORT);
  return rowsOf([button(requestCustomId("show", request.id), label, "primary")]);
}

/** The decision of the plan that a request is about: it knows more of its options. */
export function decisionOf(request: Request, state: LivePlan | undefined): Decision | undefined {
  if (request.kind !== "decision" || state === undefined) return undefined;
  return shownText(state).plan.decisions?.find(({ decision_id }) => decision_id === request.decision_id);
}

function areButtons(options: readonly RequestOption[]): boolean {
  return (
    options.length <= LIMITS.buttonsInRow &&
    options.every(({ label, isRecommended }) => label.length + (isRecommended ? 2 : 0) <= SHORT)
  );
}

/** A longer label is cut off on a phone. */
const SHORT = 38;
const MOST_MENUS = 4;
/** What the controls of one request may take of the plan's own card. */
const BRIEF = 320;

function asButton(request: Request, { word, label, look, isRecommended }: RequestOption): Button {
  return button(requestCustomId("choose", request.id, word), isRecommended ? `${label} ★` : label, look);
}

/** What does not fit into the menus has a place in the form. Several can be chosen at once only from one menu. */
function menus(request: Request, options: readonly RequestOption[], isMany: boolean): Row[] {
  if (options.length > LIMITS.options * (isMany ? 1 : MOST_MENUS)) return [];
  // With the numbers that the list above has: long labels may be cut off.
  const isNumbered = !areButtons(options);
  const rows: Row[] = [];
  for (let from = 0; from < options.length; from += LIMITS.options) {
    const part = options.slice(from, from + LIMITS.options);
    const choices = part.map(({ word, label, description, isRecommended }, index) => {
      const more = [isRecommended ? "recommended" : "", description ?? ""].filter(Boolean).join(": ");
      return {
        value: word,
        label: isNumbered ? `${from + index + 1}. ${label}` : label,
        ...(more !== "" && { description: more }),
      };
    });
    const range = options.length > LIMITS.options ? ` (${from + 1} to ${from + part.length})` : "";
    const asks = isMany ? "Choose one or more …" : `Choose one …${range}`;
    const about = from === 0 ? undefined : String(from);
    rows.push(menu(requestCustomId("pick", request.id, about), asks, choices, isMany ? part.length : 1));
  }
  return rows;
}

function formButtons(request: Request, options: number): Button[] {
  switch (request.kind) {
    case "question":
      return [button(requestCustomId("words", request.id), options > 0 ? "Other answer…" : "Answer…")];
    case "decision":
      return options > LIMITS.options ? [button(requestCustomId("words", request.id), "Answer…")] : [];
    case "confirmation":
    case "amendment":
      return [button(requestCustomId("refuse_words", request.id), `${refusalWord(request)}, and say why…`)];
    case "budget":
    case "interruption":
    case "divergence":
    case "review":
      return [];
  }
}
