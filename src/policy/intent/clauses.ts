import * as chinese from "./chinese-doubts.ts";
import * as english from "./english-doubts.ts";
import { Phrases } from "./phrase.ts";
import type { Token } from "./utterance.ts";

export interface Clause {
  words: Token[];
  /** Its last punctuation mark. */
  mark: string;
}

const QUESTION_MARKS = new Set(["?", "؟", "¿", "‽", "⁇", "❓", "❔"]);

export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [{ words: [], mark: "" }];
  for (const token of tokens) {
    const last = clauses.at(-1);
    if (token.kind !== "mark" && !QUESTION_MARKS.has(token.text)) last?.words.push(token);
    else if (last && last.words.length > 0) {
      last.mark = token.text;
      clauses.push({ words: [], mark: "" });
    } else if (QUESTION_MARKS.has(token.text)) clauses.splice(-1, 1, { words: [], mark: "?" }, { words: [], mark: "" });
  }
  return clauses;
}

const INNER_MARKS = new Set([",", ";", ":", "、", "-", "–", "—", "(", ")", "/"]);

/** Clauses in sentences: "If the tests fail, what happens?" is one. */
export function sentencesOf(clauses: readonly Clause[]): Clause[][] {
  const sentences: Clause[][] = [[]];
  for (const clause of clauses) {
    sentences.at(-1)?.push(clause);
    if (!INNER_MARKS.has(clause.mark)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.some(({ words, mark }) => words.length > 0 || mark !== ""));
}

export function isQuestion({ words, mark }: Clause): boolean {
  if (QUESTION_MARKS.has(mark)) return true;
  const { inEnglish, inChinese } = questions();
  if (begins(words, inEnglish)) return true;
  return words.some(({ kind }) => kind === "han") && inChinese.find(words) !== undefined;
}

/** "Could you revise step 2?" asks for the revision; it does not also count as consent. */
export function asksPolitely({ words }: Clause): boolean {
  const start = openingOf(words);
  return POLITE.has(words[start]?.text ?? "") && words[start + 1]?.text === "you";
}

/** Whether a phrase stands at the beginning of a clause, after words such as "ok" and "please". */
export function begins(words: readonly Token[], phrases: Phrases): boolean {
  const start = openingOf(words);
  return start >= 0 && phrases.ends(words, start).size > 0;
}

export function firstOf<Item>(items: readonly Item[], look: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const POLITE = new Set(["can", "could", "would", "will"]);

const OPENERS = new Set(["ok", "okay", "so", "and", "but", "hey", "please", "well", "hmm", "yes", "no", "then", "hi"]);

function openingOf(words: readonly Token[]): number {
  return words.findIndex(({ text }) => !OPENERS.has(text));
}

let compiled: { inEnglish: Phrases; inChinese: Phrases } | undefined;

function questions() {
  compiled ??= {
    inEnglish: new Phrases([english.QUESTIONS, english.RULES]),
    inChinese: new Phrases([chinese.QUESTIONS, chinese.RULES]),
  };
  return compiled;
}
