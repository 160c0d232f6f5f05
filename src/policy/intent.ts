import { findConsent } from "./intent/consent.ts";
import { findDoubt } from "./intent/doubts.ts";
import { type Language, readUtterance } from "./intent/utterance.ts";

export type Intent = "EXECUTE_NOW" | "PLAN_ONLY" | "UNCLEAR";

/**
 * Why words are no consent. Only `undecided` means that the rules found nothing in them: all others were found, and
 * nobody else's reading can make them consent.
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
  /** In a sentence, for whoever wonders. */
  reason: string;
  doubt?: Doubt;
  /** The words it was seen by. */
  matched?: string;
  language?: Language;
}

/**
 * What a person's words say about the plan they were shown. Consent is only what is consent as a whole, word by word:
 * a sentence that merely holds "go ahead" is none. Who is not understood is asked; who is misunderstood has lost.
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
      reason: "All of it is consent to carry out the plan.",
      matched: consent,
      ...speech,
    };
  }
  return { ...findDoubt(utterance), ...speech };
}
