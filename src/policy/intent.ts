import { findConsent } from "./intent/consent.ts";
import { findDoubt } from "./intent/doubts.ts";
import { type Language, readUtterance } from "./intent/utterance.ts";

export type Intent = "EXECUTE_NOW" | "PLAN_ONLY" | "UNCLEAR";

/**
 * Why a text is not consent. Only `undecided` means that the rules found nothing in it: all others were found, and a
 * model's reading cannot turn them into consent.
 */
export type Doubt =
  | "empty"
  | "long"
  | "hidden"
  | "quotation"
  | "question"
  | "condition"
  | "negation"
  | "change"
  | "hedge"
  | "undecided";

export interface IntentFound {
  intent: Intent;
  /** The reason in a sentence, for people. */
  reason: string;
  doubt?: Doubt;
  /** The words that matched. */
  matched?: string;
  language?: Language;
}

/**
 * The intent of a person's message about the plan they were shown. Only a message that is consent as a whole counts,
 * word by word: a sentence that merely contains "go ahead" does not. An unclear message leads to a question; a wrong
 * guess could run a plan.
 */
export function detectIntent(text: string): IntentFound {
  const utterance = readUtterance(text);
  if ("doubt" in utterance) return { intent: "UNCLEAR", ...utterance };
  const { language, isQuoting } = utterance;
  const speech = language === undefined ? {} : { language };
  const consent = isQuoting ? undefined : findConsent(utterance.tokens);
  if (consent !== undefined) {
    return {
      intent: "EXECUTE_NOW",
      reason: "All of it is consent to run the plan.",
      matched: consent,
      ...speech,
    };
  }
  return { ...findDoubt(utterance), ...speech };
}
