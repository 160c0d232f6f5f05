import { indexPath, keyPath } from "./data-path.ts";
import { findStep } from "./find-step.ts";
import type { Plan } from "./plan.ts";
import type { Quote } from "./quote.ts";

/** Where a quote is: the path of its text, as problems have it, and its place in that text. */
export interface QuotePlace {
  path: string;
  offset: number;
  length: number;
}

/** The place of a quote in a plan; undefined if its field does not have it. */
export function findQuote(plan: Plan, quote: Quote): QuotePlace | undefined {
  const texts = quotableTexts(plan, quote);
  for (const text of readings(texts, quote.field)) {
    const place = occurrences(text, quote).at((quote.occurrence ?? 1) - 1);
    if (place !== undefined) return placeOf(text, place, texts);
  }
  return undefined;
}

/**
 * The place of the same quote in another text of the plan. Where the quote is in it more than once, what is the same
 * before and after the change tells which one it was.
 */
export function followQuote(before: QuoteIn, after: QuoteIn): QuotePlace | undefined {
  const old = readings(quotableTexts(before.plan, before.quote), before.quote.field);
  const texts = quotableTexts(after.plan, after.quote);
  for (const [index, text] of readings(texts, after.quote.field).entries()) {
    const was = old[index];
    const span = was && occurrences(was, before.quote).at((before.quote.occurrence ?? 1) - 1);
    const found = occurrences(text, after.quote);
    const place = was && span ? followed(was, text, span, found) : found[0];
    if (place !== undefined) return placeOf(text, place, texts);
  }
  return undefined;
}

interface QuoteIn {
  plan: Plan;
  quote: Quote;
}

/** Every text of a field, with its path: one, or those of a list, of a section, of options. */
export function quotableTexts(plan: Plan, quote: Quote): PlanText[] {
  const path = partPath(plan, quote);
  if (path === undefined) return [];
  const { step_id, decision_id, field } = quote;
  if (step_id !== undefined) return textsIn(findStep(plan, step_id), field, path);
  if (decision_id === undefined) return textsIn(plan, field, path);
  return textsIn(
    plan.decisions?.find((decision) => decision.decision_id === decision_id),
    field,
    path,
  );
}

/** The path of the step or decision that a quote is from, and "" for the plan itself; undefined if it is not there. */
export function partPath(plan: Plan, { step_id, decision_id }: Quote): string | undefined {
  if (step_id === undefined && decision_id === undefined) return "";
  const index =
    step_id !== undefined
      ? plan.steps.findIndex(({ id }) => id === step_id)
      : (plan.decisions ?? []).findIndex((decision) => decision.decision_id === decision_id);
  return index < 0 ? undefined : indexPath(step_id !== undefined ? "steps" : "decisions", index);
}

export interface PlanText {
  path: string;
  text: string;
}

function textsIn(part: object | undefined, field: string, path: string): PlanText[] {
  if (part === undefined || !Object.hasOwn(part, field)) return [];
  return leaves(part[field as keyof typeof part], keyPath(path, field));
}

function leaves(value: unknown, path: string): PlanText[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, indexPath(path, index)));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, keyPath(path, key)));
}

/** Characters as they are compared, each with the text and the offset that it comes from. */
interface Reading {
  characters: string;
  from: readonly { text: number; offset: number }[];
  isMarkup: RegExp;
}

const NO_MARKUP = /$^/;
/** A person selects text as it is drawn, without the marks of Markdown. */
const MARKUP = /[*_`~\\#>]/;
const DRAWN = [
  "description",
  "goal",
  "summary",
  "validation",
  "questions",
  "assumptions",
  "risks",
  "context",
  "sections",
];

/** A command is only read as it is written; a text in Markdown also as it is drawn. */
function readings(texts: readonly PlanText[], field: string): Reading[] {
  return (DRAWN.includes(field) ? [NO_MARKUP, MARKUP] : [NO_MARKUP]).map((isMarkup) => reading(texts, isMarkup));
}

/** White space is one space, and a line break stands between two texts, so that no quote reaches over it. */
function reading(texts: readonly PlanText[], isMarkup: RegExp): Reading {
  const characters: string[] = [];
  const from: { text: number; offset: number }[] = [];
  for (const [text, { text: words }] of texts.entries()) {
    for (let offset = 0; offset < words.length; offset++) {
      const character = words.charAt(offset);
      if (isMarkup.test(character)) continue;
      const isSpace = /\s/.test(character);
      if (isSpace && /^\s?$/.test(characters.at(-1) ?? "")) continue;
      characters.push(isSpace ? " " : character);
      from.push({ text, offset });
    }
    characters.push("\n");
    from.push({ text, offset: words.length });
  }
  return { characters: characters.join(""), from, isMarkup };
}

interface Span {
  start: number;
  end: number;
}

function occurrences({ characters, isMarkup }: Reading, { quote }: Quote): Span[] {
  const wanted = reading([{ path: "", text: quote.trim() }], isMarkup).characters.trim();
  const spans: Span[] = [];
  if (wanted === "") return spans;
  for (let start = characters.indexOf(wanted); start >= 0; start = characters.indexOf(wanted, start + 1)) {
    spans.push({ start, end: start + wanted.length });
  }
  return spans;
}

function followed(before: Reading, after: Reading, was: Span, found: readonly Span[]): Span | undefined {
  const old = before.characters;
  const now = after.characters;
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const shift = now.length - old.length;
  if (was.end <= head) return was;
  if (was.start >= old.length - tail) return { start: was.start + shift, end: was.end + shift };
  return found.find(({ start, end }) => end > head && start < now.length - tail);
}

function placeOf({ from }: Reading, { start, end }: Span, texts: readonly PlanText[]): QuotePlace | undefined {
  const first = from[start];
  const last = from[end - 1];
  const path = first && texts[first.text]?.path;
  if (first === undefined || last === undefined || path === undefined) return undefined;
  return { path, offset: first.offset, length: last.offset + 1 - first.offset };
}
