import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Answer } from "../../../lifecycle/request.ts";

/** A question to a person, independent of how it is shown. Foreign text in it is still raw. */
export interface Dialog {
  /** The question, in our own text. */
  heading: string;
  /** Whose it is, e.g. the title of a plan. */
  about?: string;
  passages: readonly Passage[];
  entries: readonly Entry[];
  /**
   * `at_once`: choosing an entry answers. `one`: an entry is marked, and Enter answers with it. `many`: any number of
   * them is.
   */
  picks: "at_once" | "one" | "many";
  /** The entry that Enter chooses at first; without it, none. */
  first?: number;
  /** What Esc does, for a dialog that is no request. */
  leaves?: string;
  /** The answer for a choice, or why it is none. */
  answer(picked: readonly number[], words: string): Outcome<Answer>;
}

/** A part of what is read before answering. */
export type Passage =
  /** Foreign text. */
  | { kind: "text"; text: string }
  /** A command or call, to the letter. Hidden characters were spelled out when it was asked. */
  | { kind: "exact"; text: string }
  /** What a call would change in a file. Hidden characters were spelled out when it was asked. */
  | { kind: "diff"; text: string }
  /** Our text, with foreign text in it that was made visible. */
  | { kind: "note" | "warning"; text: string };

export interface Entry {
  /** The key that chooses it; the tenth and later ones have none. */
  key?: string;
  label: string;
  description?: string;
  recommended?: boolean;
  /** The entry takes a text, or needs one. */
  words?: { asks: string; sends: string; missing?: string };
  /** Allows something: only once the person could read all of it. */
  lets?: boolean;
}

/** Text and marks, for the next time the same request is shown. */
export interface DialogDraft {
  words: string;
  picked: readonly number[];
}

/**
 * The outcome. It always has the draft: if the desk refuses the answer, no text is lost.
 * `aside` answers nothing, and the request stays open.
 */
export type DialogOutcome = { draft: DialogDraft } & ({ kind: "answered"; answer: Answer } | { kind: "aside" });

export const emptyDraft: DialogDraft = { words: "", picked: [] };

/** A dialog that allows something, or not. */
export function confirmation(allow: string, refuse: string, leaves: string): Confirmation {
  return {
    entries: [
      { key: "1", label: allow, lets: true },
      { key: "2", label: refuse },
    ],
    picks: "at_once",
    leaves,
    answer: ([index]) => yes({ kind: "confirmation", allow: index === 0 }),
  };
}

type Confirmation = Pick<Dialog, "entries" | "picks" | "leaves" | "answer">;

/** `1` to `9`; there are no more digits. */
export function digit(index: number): { key?: string } {
  return index < 9 ? { key: String(index + 1) } : {};
}

/** Whether an entry answers without a text. */
export function hasChoices({ entries }: Dialog): boolean {
  return entries.some((entry) => !entry.words);
}
