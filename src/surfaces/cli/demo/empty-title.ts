/** What slug() does with a title without letters or digits: the model's one question to a person. */
export type EmptyTitle = { becomes: string } | "is refused";

export const QUESTION = 'What should slug() do with a title without letters or digits, like "?!"';
export const OPTIONS = ["give untitled", "throw an error"];

const DEFAULT: EmptyTitle = { becomes: "untitled" };

/** A person may answer in their own words. A single word is taken literally; an unclear answer counts as none. */
export function readAnswer(words: string | undefined): EmptyTitle {
  if (words === undefined) return DEFAULT;
  if (/throw|error|refuse|fail/i.test(words)) return "is refused";
  const word = /^(?:give\s+)?["'“`]?([a-z0-9][a-z0-9-]{0,30})["'”`]?\.?$/i.exec(words.trim())?.[1];
  return word === undefined ? DEFAULT : { becomes: word.toLowerCase() };
}

/** The sentence in the plan. The executor reads it there: the conversation may be gone by then. */
export function emptyTitleSentence(empty: EmptyTitle): string {
  return empty === "is refused"
    ? "A title without letters or digits is refused with an error."
    : `A title without letters or digits becomes "${empty.becomes}".`;
}

export function readSentence(plan: string): EmptyTitle {
  if (plan.includes(emptyTitleSentence("is refused"))) return "is refused";
  const word = /A title without letters or digits becomes "([a-z0-9-]+)"/.exec(plan)?.[1];
  return word === undefined ? DEFAULT : { becomes: word };
}
