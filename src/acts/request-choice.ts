import type { DeskRefusal } from "../desk/outcome.ts";
import type { Answer, Request } from "../lifecycle/request.ts";

/** What a request can be answered with. */
export interface Answerable {
  kind: Request["kind"];
  choices: readonly Choice[];
  picks: "one" | "several";
  /** Free words: as the answer, or as a note with a choice that refuses. */
  words?: { with: "answer" | "refusal"; label: string; asks: string; needed: boolean };
  /** Why a choice is not offered that others of its kind have. */
  withheld?: Readonly<Record<string, DeskRefusal>>;
}

export interface Choice {
  /** What is typed to choose it; of a decision and a question, its label. */
  word: string;
  also?: readonly string[];
  label: string;
  description?: string;
  recommended?: true;
  /** Lets something happen: a surface offers it only with the whole exact text. */
  lets?: true;
  /** The way to go on, and the way to end something: surfaces may draw them so. */
  leads?: true;
  stops?: true;
  /** May have a note. */
  refuses?: true;
  answer: Answer;
}
