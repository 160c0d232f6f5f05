import type { Outcome } from "../../../desk/outcome.ts";
import type { Answer } from "../../../lifecycle/request.ts";

/** What a person is asked, before anybody has decided how it is shown. Whatever others wrote in it is still raw. */
export interface Dialog {
  /** What it is about, in our words. */
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
  /** Where the person's eye begins. Without it nothing is chosen before they choose. */
  first?: number;
  /** What Esc does, where no request is left that could be put aside. */
  leaves?: string;
  /** What was chosen, or why it is no answer. */
  answer(picked: readonly number[], words: string): Outcome<Answer>;
}

/** A part of what is read before answering. */
export type Passage =
  /** Somebody's words. */
  | { kind: "text"; text: string }
  /** What would run, to the letter. What is hidden in it was spelled out when it was asked. */
  | { kind: "exact"; text: string }
  /** Our words, with somebody's in them that were made visible. */
  | { kind: "note" | "warning"; text: string };

export interface Entry {
  /** The key that chooses it; the tenth and later ones have none. */
  key?: string;
  label: string;
  description?: string;
  recommended?: boolean;
  /** It is no answer without words, or may have some. */
  words?: { asks: string; sends: string; missing?: string };
  /** Lets something happen: not before the person could read all of it. */
  lets?: boolean;
}

/** What was typed and marked, for the next time the same request is shown. */
export interface DialogDraft {
  words: string;
  picked: readonly number[];
}

/**
 * What came of it. The draft is in every outcome: if the desk refuses the answer, nothing that was typed is lost.
 * `aside` answers nothing, and the request stays open.
 */
export type DialogOutcome = { draft: DialogDraft } & ({ kind: "answered"; answer: Answer } | { kind: "aside" });

export const emptyDraft: DialogDraft = { words: "", picked: [] };

/** `1` to `9`; there are no more digits. */
export function digit(index: number): { key?: string } {
  return index < 9 ? { key: String(index + 1) } : {};
}

/** Is there anything but words to answer with? */
export function hasChoices({ entries }: Dialog): boolean {
  return entries.some((entry) => !entry.words);
}
