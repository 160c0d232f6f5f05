import type { Below } from "./argument.ts";

/** A part of a word whose text is not known. */
export interface Part {
  below: Below | undefined;
  /** It is at least one character. */
  isSure?: true;
  /** A pattern: it matches names in one directory. */
  isPattern?: true;
  isNumber?: true;
  /** It may end in dots, where a name was cut. */
  isCut?: true;
}

/**
 * Whether a word that is put together piece by piece stays below what it certainly begins with: names below keep it
 * there, unless what stands between them makes a way up, or back to the root.
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

  get below(): Below | undefined {
    return this.#below;
  }

  text(values: readonly string[]): void {
    for (const value of values) {
      if (value === "") continue;
      if (this.#hasPart && /\.\./.test(value)) this.#below = undefined;
      // `$x./a` may be `../a`, and so may `.*/a`.
      if (this.#hasPart && this.#endsInPart && /^\.+(?:\/|$)/.test(value)) this.#below = undefined;
      if (this.#endsInPart && this.#endsInDots && value.startsWith("/")) this.#below = undefined;
      if (this.#hasPart && this.#mayBeNothing && value.startsWith("/")) this.#mayBeRoot = true;
    }
    if (values.every((value) => value === "")) return;
    this.#mayBeNothing &&= values.includes("");
    this.#endsInDots = values.some((value) => /(?:^|\/)\.+$/.test(value));
    this.#endsInPart = values.includes("") && this.#endsInPart;
  }

  /** `isBegun`: what it begins with is known, and told apart. */
  part({ below, isSure, isPattern, isNumber, isCut }: Part = { below: undefined }, isBegun = false): void {
    // Two names next to each other may be `.` and `./a`.
    const isUp = this.#endsInPart || this.#endsInDots;
    if (below === undefined || this.#below === undefined || this.#mayBeRoot) this.#below = undefined;
    else if (isUp && !isPattern && !isNumber) this.#below = undefined;
    else if (below === "top" || this.#below === "top") this.#below = "top";
    else if (below === "piece") this.#below = "piece";
    // No pattern by itself matches `..`; behind a dot one does.
    const isBehindDot = this.#endsInDots || (this.#endsInPart && !this.#endsInPattern);
    this.#endsInDots = isCut === true || (isPattern === true && isBehindDot);
    this.#hasPart = true;
    this.#endsInPart = true;
    this.#endsInPattern = isPattern === true && (this.#endsInPattern || !isUp);
    this.#mayBeNothing &&= !isSure && !isBegun;
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
  return where.below !== undefined;
}
