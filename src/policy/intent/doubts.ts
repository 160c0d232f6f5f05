import { defined } from "../../plan/defined.ts";
import type { Doubt, IntentFound } from "../intent.ts";
import * as chinese from "./chinese-doubts.ts";
import { asksPolitely, clausesOf, firstOf, isQuestion } from "./clauses.ts";
import { beginsWithConsent, findConsent, findWhole, isPolite } from "./consent.ts";
import * as english from "./english-doubts.ts";
import { Phrases } from "./phrase.ts";
import type { Token, Utterance } from "./utterance.ts";

/**
 * Classifies a message that is not consent: a clear wish to keep planning, or why it is unclear. The checks run in
 * the order below; every doubt but the last was found in the words.
 */
export function findDoubt({ tokens, isQuoting }: Utterance): IntentFound {
  const lists = phrases();
  const clauses = clausesOf(tokens);
  const asked = clauses.find((clause) => isQuestion(clause));
  const told = clauses.filter((clause) => !isQuestion(clause) || asksPolitely(clause)).map(({ words }) => words);
  const within = (list: Phrases) => firstOf(clauses, ({ words }) => list.find(words));

  const condition = within(lists.CONDITIONS) ?? within(lists.SEQUENCES);
  if (condition !== undefined) return unclear("condition", "It sets a condition or an order of things.", condition);
  if (within(lists.CHANGES) !== undefined && beginsWithConsent(tokens)) {
    return unclear("change", "It agrees and changes something at once.", within(lists.CHANGES));
  }
  const no = planOnly(told, tokens, lists);
  if (no !== undefined) return no;
  if (isQuoting) return unclear("quotation", "It quotes something, and a quotation is not consent.");
  if (asked !== undefined) return unclear("question", "It is a question.");
  if (isPolite(tokens)) return unclear("undecided", "It is friendly, but does not ask to run the plan.");
  for (const [list, doubt, reason] of REST) {
    const matched = within(lists[list]);
    if (matched !== undefined) return unclear(doubt, reason, matched);
  }
  if (tokens.some(({ text }) => UNFRIENDLY.has(text))) return unclear("negation", "It says no somewhere.");
  if (tokens.some(({ text }) => text === ":")) return unclear("quotation", "It may be another person's words.");
  if (beginsWithConsent(tokens)) return unclear("change", "It agrees and says more than that.");
  return unclear("undecided", "It is not clearly consent.");
}

const REST = [
  ["LATER", "condition", "It speaks of another time."],
  ["NEGATIONS", "negation", "It says no somewhere."],
  ["REPORTS", "quotation", "It reports what another person says or does."],
  ["CHANGES", "change", "It wants something changed or only a part."],
  ["HEDGES", "hedge", "It is not sure."],
] as const;

const UNFRIENDLY = new Set([..."👎❌🛑✋⛔🚫🤔😕🙄✖🤷😐😒🤨🙅"]);

function planOnly(told: readonly Token[][], tokens: readonly Token[], lists: Lists): IntentFound | undefined {
  const halt = firstOf(told, (words) => findWhole(words, lists.HALTS));
  const matched = halt ?? firstOf(told, (words) => lists.PLAN_ONLY.find(words));
  if (matched === undefined) return undefined;
  // "No, go ahead" takes back its beginning, or answers another question: it is ambiguous.
  if (told.some((_, at) => at > 0 && findConsent(told.slice(at).flatMap(withStop)) !== undefined)) {
    return unclear("negation", "It says no and yes.", matched);
  }
  if (tokens.length === 0) return undefined;
  return { intent: "PLAN_ONLY", reason: "It asks not to run anything now.", matched };
}

function withStop(words: readonly Token[]): Token[] {
  return [...words, { text: ".", kind: "mark", isSpaced: false }];
}

function unclear(doubt: Doubt, reason: string, matched?: string): IntentFound {
  return { intent: "UNCLEAR", reason, doubt, ...defined({ matched }) };
}

const NAMES = [
  "HALTS",
  "PLAN_ONLY",
  "SEQUENCES",
  "CONDITIONS",
  "LATER",
  "NEGATIONS",
  "CHANGES",
  "HEDGES",
  "REPORTS",
] as const;

type Lists = Record<(typeof NAMES)[number], Phrases>;

let compiled: Lists | undefined;

function phrases(): Lists {
  compiled ??= Object.fromEntries(
    NAMES.map((name) => [
      name,
      new Phrases(...[english, chinese].map((language) => [language[name], language.RULES] as const)),
    ]),
  ) as Lists;
  return compiled;
}
