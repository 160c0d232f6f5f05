import { type Below, keepsBelowText, leastBelow } from "./argument.ts";

/** A part of a word whose text is not known. */
export interface Part {
  below: Below | undefined;
  /** It is at least one character. */
  isSure?: true;
  /** A pattern: it matches names in one directory. */
  isPattern?: true;
  isNumber?: true;
  /** Braces: what it may be stands in the word itself. */
  isWritten?: true;
  /** It may end in dots, where a name was cut. */
  isCut?: true;
}

/**
 * Whether a word that is assembled piece by piece stays below its certain beginning: names below keep it there,
 * unless the text between them leads up, or back to the root.
 */
export class WhereItLeads {
  #below: Below | undefined = "name";
  /** Everything by now may turn out to be nothing. */
  #mayBeNothing = true;
  #hasPart = false;
  /** It begins at the root, if the parts before turn out to be nothing. */
  #mayBeRoot = false;
  /** The name at its end by now may be dots only, by what is certain or by what is not. */
  #endsInDots = false;
  #endsInPart = false;
  #endsInPattern = false;
  #isListed = false;

  get below(): Below | undefined {
    return this.#below;
  }

  /** It may end in `..`, unless something follows: by a pattern behind a dot, or where a name was cut. */
  get mayEndInDots(): boolean {
    return this.#endsInPart && this.#endsInDots;
  }

  get isListed(): boolean {
    return this.#isListed;
  }

  text(values: readonly string[]): void {
    for (const value of values) {
      if (value === "" || !this.#hasPart) continue;
      if (!keepsBelowText(value) || /\.\./.test(value)) this.#below = undefined;
      // `$x./a` may be `../a`, and so may `.*/a`.
      if (this.#endsInPart && /^\.+(?:\/|$)/.test(value)) this.#below = undefined;
      if (!value.startsWith("/")) continue;
      if (this.#endsInPart && this.#endsInDots) this.#below = undefined;
      // `packages/*/` with `/a` behind it. What a pattern in the word itself matches ends in no slash.
      if (!this.#endsInPart || !this.#endsInPattern) this.#mix("joined");
      if (!this.#mayBeNothing) continue;
      this.#mayBeRoot = true;
      if (/^\/(?:dev|inet\d?|proc)(?:\/|$)/.test(value)) this.#below = undefined;
    }
    if (values.every((value) => value === "")) return;
    const mayBeEmpty = values.includes("");
    this.#mayBeNothing &&= mayBeEmpty;
    this.#endsInDots = values.some((value) => /(?:^|\/)\.+$/.test(value)) || (mayBeEmpty && this.#endsInDots);
    this.#endsInPart &&= mayBeEmpty;
  }

  /** `isBegun`: what it begins with is known, and told apart. */
  part({ below, isSure, isPattern, isNumber, isWritten, isCut }: Part = { below: undefined }, isBegun = false): void {
    // Two names next to each other may be `.` and `./a`.
    const isUp = this.#endsInPart || this.#endsInDots;
    if (below === undefined || this.#mayBeRoot || (isUp && !isPattern && !isNumber)) this.#below = undefined;
    else this.#mix(below);
    // No pattern by itself matches `..`; behind a dot one does.
    const isBehindDot = this.#endsInDots || (this.#endsInPart && !this.#endsInPattern);
    this.#endsInDots = isCut === true || (isPattern === true && isBehindDot) || (!isSure && this.#endsInDots);
    this.#hasPart = true;
    this.#isListed ||= !isPattern && !isNumber && !isWritten;
    this.#endsInPart = true;
    this.#endsInPattern = isPattern === true && (this.#endsInPattern || !isUp);
    this.#mayBeNothing &&= !isSure && !isBegun;
  }

  #mix(below: Below): void {
    if (this.#below === "top" || below === "top") this.#below = this.#below && "top";
    else this.#below = this.#below && leastBelow([this.#below, below]);
  }
}

/** Whether a word stays below if a name stands between each two of these texts. */
export function keepsBelow([first = "", ...more]: readonly string[]): boolean {
  const where = new WhereItLeads();
  where.text([first]);
  for (const text of more) {
    where.part({ below: "name", isSure: true });
    where.text([text]);
  }
  return where.below !== undefined && !where.mayEndInDots;
}
