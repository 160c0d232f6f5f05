import { type DeskRefusalKind, no, type Outcome, yes } from "../desk/outcome.ts";
import type { Answer } from "../lifecycle/request.ts";
import type { Answerable, Choice } from "./request-choice.ts";

/**
 * The answer from typed text, or from the words of the picked choices. A text that names no choice is refused with
 * the list of choices; only a question takes it as the person's own words, numbers included.
 */
export function parseAnswer(form: Answerable, said: string | readonly string[], words = ""): Outcome<Answer> {
  const note = words.trim();
  if (form.kind === "review")
    return no("wrong_answer", "A review is answered by approving, requesting changes or rejecting.");
  if (form.words?.with === "answer" && note !== "") return said.length === 0 ? parseAnswer(form, note) : noNote(form);
  const found = typeof said === "string" ? typedChoices(form, said) : pickedChoices(form, said);
  if (found.ok) return answerOf(form, found.value, note);
  if (form.words?.with !== "answer" || typeof said !== "string") return found;
  const text = said.trim();
  return text === "" ? no("wrong_answer", "The answer is empty.") : yes({ kind: "question", text });
}

/** A label as it can be typed in a list, whatever it contains. */
export function quotedLabel(label: string): string {
  return /[",\n\\]|^\s|\s$|^['“]/.test(label) ? `"${label.replace(/["\\]/g, "\\$&")}"` : label;
}

/** The word to type, and the label if that says more: `once (allow once)`. */
export function choiceName({ word, label }: Choice, written = (text: string) => text): string {
  const meaning = label.toLowerCase();
  return word === label || asWord(meaning) === word ? written(label) : `${word} (${meaning})`;
}

function answerOf(form: Answerable, chosen: readonly Choice[], note: string): Outcome<Answer> {
  const [first, ...others] = form.choices.filter((choice) => chosen.includes(choice));
  if (first === undefined || (others.length > 0 && form.picks === "one")) {
    const message = form.picks === "one" ? "Choose one option." : "Choose at least one option, each once.";
    return refused(form, form.kind === "decision" ? "wrong_number_of_options" : "wrong_answer", message);
  }
  if (note !== "") return first.refuses ? yes(withNote(first.answer, note)) : noNote(form);
  if (others.length === 0) return yes(first.answer);
  // In the order of the plan, so that the same choices are the same answer.
  const selections = [first, ...others].flatMap(({ answer }) => (answer.kind === "decision" ? answer.selections : []));
  return yes({ kind: "decision", selections });
}

function withNote(answer: Answer, note: string): Answer {
  return answer.kind === "confirmation" || answer.kind === "amendment" ? { ...answer, note } : answer;
}

function noNote({ choices }: Answerable): Outcome<never> {
  const refusal = choices.find(({ refuses }) => refuses);
  const message = refusal ? `A note goes with "${refusal.label}" only.` : "This takes no note.";
  return no("wrong_answer", message);
}

/** A surface names choices by their exact words. */
function pickedChoices(form: Answerable, words: readonly string[]): Outcome<Choice[]> {
  const unknown = words.find((word) => !form.choices.some((choice) => choice.word === word));
  if (unknown !== undefined) return unknownChoice(form, unknown);
  // An agent may offer the same option twice: it counts as one choice.
  return yes([...new Set(words)].flatMap((word) => form.choices.find((choice) => choice.word === word) ?? []));
}

/** The whole text is one choice; otherwise, in a list, each part of it is. */
function typedChoices(form: Answerable, text: string): Outcome<Choice[]> {
  const whole = findChoice(form, text) ?? findChoice(form, unquoted(text.trim()));
  if (whole) return yes([whole]);
  const withheld = Object.entries(form.withheld ?? {}).find(([word]) => word === asWord(text))?.[1];
  if (withheld) return { ok: false, refusal: withheld };
  if (form.kind !== "decision" || text.trim() === "") return unknownChoice(form, text.trim());
  const parts = partsOf(text).flatMap((part) => listed(form, part));
  const unknown = parts.find((part) => typeof part === "string");
  if (unknown !== undefined) return unknownChoice(form, form.picks === "one" ? text.trim() : unknown);
  return yes(parts.filter((part) => typeof part !== "string"));
}

/** The choice that a part of a list names, or the part itself. A label, or a list of labels, may be quoted. */
function listed(form: Answerable, part: string): (Choice | string)[] {
  const found = findChoice(form, part) ?? findChoice(form, unquoted(part));
  if (found || unquoted(part) === part) return [found ?? part];
  return partsOf(unquoted(part)).map((inner) => findChoice(form, inner) ?? inner);
}

/** By its word or label, then ignoring case and spaces, then by its number. An ambiguous text is no choice. */
function findChoice({ kind, choices }: Answerable, text: string): Choice | undefined {
  const said = text.trim();
  if (said === "") return undefined;
  const exact =
    choices.find(({ label }) => label === text) ?? choices.find(({ word, label }) => [word, label].includes(said));
  if (exact) return exact;
  const [only, ...others] = choices.filter(
    ({ word, label, also = [] }) =>
      [label, ...also].some((name) => folded(name) === folded(said)) || (word !== label && word === asWord(said)),
  );
  if (only) return others.length === 0 ? only : undefined;
  return kind !== "question" && /^\d{1,4}$/.test(said) ? choices[Number(said) - 1] : undefined;
}

function folded(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

function asWord(text: string): string {
  return text.trim().toLowerCase().replace(/[ -]/g, "_");
}

/** At commas and line ends, except between quotes. */
function partsOf(text: string): string[] {
  const part = /\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|“[^”]*”)\s*(?=[,\n]|$)|[^,\n]+/gs;
  return (text.match(part) ?? []).map((found) => found.trim()).filter((found) => found !== "");
}

function unquoted(text: string): string {
  const [, double, single, curly] = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|“([^”]*)”)$/s.exec(text) ?? [];
  return double?.replace(/\\(.)/gs, "$1") ?? single ?? curly ?? text;
}

function unknownChoice(form: Answerable, said: string): Outcome<never> {
  const message = said === "" ? "Nothing was chosen." : `"${said}" is none of the choices.`;
  return refused(form, form.kind === "decision" ? "unknown_option" : "wrong_answer", message);
}

function refused({ choices, picks }: Answerable, why: DeskRefusalKind, message: string): Outcome<never> {
  const named = choices.map((choice, index) => `${index + 1} ${choiceName(choice, quotedLabel)}`);
  const asks = picks === "several" ? "Choose any of" : "Choose one of";
  return no(why, message, {
    hint: `${asks}: ${named.join(", ")}.`,
    facts: { choices: choices.map(({ word }) => word) },
  });
}
