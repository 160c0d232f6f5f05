/** A letter waits so long for a next one, which makes it the beginning of a sentence. */
export const LETTER_MS = 400;

/** Runs an act after some milliseconds, and returns what calls it off. */
export type Later = (act: () => void, milliseconds: number) => () => void;

export const byTimer: Later = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * Tells a shortcut from the first letter of a sentence: letters that follow each other within `wait` milliseconds are
 * typing, and none of them is taken for a shortcut or lost.
 */
export class ShortcutTiming {
  readonly #wait: number;
  readonly #now: () => number;
  readonly #later: Later;
  #letters = "";
  #until = 0;
  #waiting: { act: () => void; cancel: () => void } | undefined;

  constructor(wait: number, now: () => number, later: Later) {
    this.#wait = wait;
    this.#now = now;
    this.#later = later;
  }

  /** The letters that were typed just before this one, if any. A shortcut that still waits is called off: it was none. */
  typedBefore(): string {
    const letters = this.#now() < this.#until ? this.#letters : "";
    this.cancel();
    return letters;
  }

  /** These letters have acted already, and can still turn out to begin a sentence. */
  began(letters: string): void {
    this.#letters = letters;
    this.#until = this.#now() + this.#wait;
  }

  /** Acts unless another letter follows. */
  soon(letter: string, act: () => void): void {
    this.began(letter);
    if (this.#wait === 0) {
      act();
      return;
    }
    const run = () => {
      this.#waiting = undefined;
      act();
    };
    this.#waiting = { act: run, cancel: this.#later(run, this.#wait) };
  }

  /** A key that types nothing follows: the shortcut before it was meant. */
  finish(): void {
    const waiting = this.#waiting;
    this.cancel();
    waiting?.act();
  }

  cancel(): void {
    this.#waiting?.cancel();
    this.#waiting = undefined;
    this.#letters = "";
    this.#until = 0;
  }
}
