const ESC = "\x1b";
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
const LONGEST = 1_000_000;

/** Inside of what the next character is. In a `text` a terminal answers; `closing` is one with an Escape that may end it. */
type Inside = "nothing" | "escape" | "csi" | "click" | "ss3" | "text" | "closing" | "paste";

/**
 * Takes what a terminal sends apart, as pi does: a key, a paste, an answer to a query. None of them counts for a part of
 * itself: a `1` is in what most terminals answer when a program asks what they are. Time plays no part, because a program can
 * hold up the reading between two halves. There are no calls here that an extension could change.
 */
export class Sequences {
  readonly #found: (sequence: string) => void;
  #inside: Inside = "nothing";
  #pending = "";
  /** A read ended with Escape: that was the key, or the beginning of what comes next. */
  #isEscapeTold = false;
  /** So much of what ends a paste has come. */
  #ending = 0;

  constructor(found: (sequence: string) => void) {
    this.#found = found;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#take(text[at] ?? "");
    if (this.#isEscapeTold || (this.#inside !== "escape" && this.#inside !== "closing")) return;
    this.#isEscapeTold = true;
    this.#found(ESC);
  }

  #take(char: string): void {
    const sequence = this.#pending + char;
    switch (this.#inside) {
      case "nothing":
        this.#goOnOrEnd(char === ESC ? "escape" : OPENED_BY_ONE[char], char);
        break;
      case "escape":
        this.#takeAfterEscape(char);
        break;
      case "csi":
        if (sequence === "\x1b[M") this.#goOn("click", sequence);
        else if (sequence === PASTE_START) this.#goOn("paste", sequence);
        else if (char < " ") this.#startWith(char);
        else this.#goOnOrEnd(char < "@" || char > "~" ? "csi" : undefined, sequence);
        break;
      case "click":
        this.#goOnOrEnd(sequence.length < 6 ? "click" : undefined, sequence);
        break;
      case "ss3":
        this.#end(sequence);
        break;
      case "text":
        if (char === "\x07" || char === "\x9c") this.#end(sequence);
        else if (char === ESC) this.#goOn("closing", sequence);
        else if (char < " ") this.#startWith(char);
        else this.#goOn("text", sequence);
        break;
      case "closing":
        if (char === "\\") this.#end(sequence);
        else {
          this.#goOn("escape", ESC);
          this.#takeAfterEscape(char);
        }
        break;
      case "paste":
        this.#ending = char === PASTE_END[this.#ending] ? this.#ending + 1 : char === ESC ? 1 : 0;
        this.#goOnOrEnd(this.#ending < PASTE_END.length ? "paste" : undefined, sequence);
        break;
    }
  }

  #takeAfterEscape(char: string): void {
    const isTold = this.#isEscapeTold;
    this.#isEscapeTold = false;
    const opened = OPENED[char];
    if (opened !== undefined) this.#goOn(opened, ESC + char);
    else if (char === ESC) {
      this.#goOn("escape", ESC);
      if (!isTold) this.#found(ESC);
    } else {
      this.#end(ESC + char);
      // Two keys, unless pi took them for Alt and one.
      if (isTold) this.#found(char);
    }
  }

  #goOnOrEnd(inside: Inside | undefined, sequence: string): void {
    if (inside === undefined) this.#end(sequence);
    else this.#goOn(inside, sequence);
  }

  #goOn(inside: Inside, sequence: string): void {
    this.#inside = inside;
    // Of one that is longer nothing but its end is of interest.
    this.#pending = sequence.length > LONGEST ? "" : sequence;
  }

  #end(sequence: string): void {
    this.#forget();
    this.#found(sequence);
  }

  /** What was cut is no key. */
  #startWith(char: string): void {
    this.#forget();
    this.#take(char);
  }

  #forget(): void {
    this.#goOn("nothing", "");
    this.#isEscapeTold = false;
    this.#ending = 0;
  }
}

/** After Escape. */
const OPENED: Readonly<Record<string, Inside>> = { "[": "csi", O: "ss3", "]": "text", P: "text", _: "text" };
/** The same in one character of eight bits. */
const OPENED_BY_ONE: Readonly<Record<string, Inside>> = {
  ...({ "\x9b": "csi", "\x8f": "ss3", "\x9d": "text", "\x90": "text", "\x9f": "text" } as const),
};
