import type { Argument } from "./argument.ts";
import { type Part, WhereItLeads } from "./where-it-leads.ts";

/** With more values than this, the value counts as unknown. */
export const MOST_VALUES = 16;

/** A word that is assembled piece by piece, and what is known of it so far. */
export class WordSoFar {
  #values: readonly string[] | undefined = NOTHING;
  #prefix = "";
  #isOpen = true;
  #count: Argument["count"] = "one";
  #samples: readonly string[] | undefined = NOTHING;
  /** Plain so far, if what follows does not begin with a dash. */
  #isOpenPlain = false;
  #isPlain = false;
  #isLoose = false;
  #numbers = 0;
  #others = 0;
  readonly #where = new WhereItLeads();

  /** Nothing has been put into it, not even an empty text. */
  get isEmpty(): boolean {
    return this.#others === 0 && this.#numbers === 0;
  }

  /** Whether what comes next belongs to the prefix. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get prefix(): string {
    return this.#prefix;
  }

  /** One of these texts. */
  exact(values: readonly string[]): void {
    const [only = ""] = values;
    const isOne = values.length === 1;
    this.#others++;
    this.#where.text(values);
    this.#values = product(this.#values, values);
    if (this.#isOpen) this.#prefix += isOne ? only : common(values);
    if (values.length > 1) this.#isOpen = false;
    this.#samples = values.length > 1 ? undefined : product(this.#samples, [only]);
    if (this.#isOpenPlain && values.some((value) => value !== "")) {
      this.#isOpenPlain = false;
      this.#isPlain = values.every((value) => value !== "" && !value.startsWith("-"));
    }
  }

  /** A part of which only the beginning is known, and how many words it makes of this one. */
  unknown(count: Argument["count"], prefix = "", part?: Part): void {
    this.#others++;
    this.#where.part(part, prefix !== "");
    this.#values = undefined;
    this.#samples = undefined;
    if (this.#isOpen) this.#prefix += prefix;
    this.#isOpen = false;
    // It may be empty, and then the next part is the beginning.
    if (this.#isOpenPlain) this.#isPlain = false;
    if (count === "any" || this.#count === "one") this.#count = count;
  }

  /** No word of what it is by now begins with a dash. */
  plain(): void {
    this.#isPlain = true;
    this.#isOpenPlain = true;
  }

  /** A whole number, or nothing, too. */
  number(count: Argument["count"], orNothing: boolean): void {
    const samples = product(this.#samples, orNothing ? ["1", ""] : ["1"]);
    this.unknown(count, "", { below: "name", isNumber: true, ...(!orNothing && { isSure: true }) });
    this.#samples = samples;
    this.#others--;
    this.#numbers++;
  }

  /** A number of it may be a sentence instead. */
  loosen(): void {
    this.#isLoose = true;
  }

  /** Its beginning is no longer certain. */
  forgetPrefix(): void {
    this.#prefix = "";
  }

  done({ start, end, text }: Pick<Argument, "start" | "end" | "text">): Argument {
    const [values, prefix, count] = [this.#values, this.#prefix, this.#count];
    const argument: Argument =
      values === undefined ? { prefix, count, start, end, text } : { values, prefix, count, start, end, text };
    if (values === undefined && this.#samples !== undefined) argument.samples = this.#samples;
    if (this.#numbers === 1 && this.#others === 0) argument.isNumber = true;
    if (this.#isPlain) argument.isPlain = true;
    if (this.#isLoose) argument.isLoose = true;
    const { below, isListed, mayEndInDots } = this.#where;
    if (values === undefined && below !== undefined) argument[mayEndInDots ? "belowIfMore" : "below"] = below;
    if (values === undefined && isListed) argument.isListed = true;
    return argument;
  }
}

const NOTHING: readonly string[] = [""];

/** Every text of the first with every text of the second behind it; nothing if those are too many. */
function product(first: readonly string[] | undefined, second: readonly string[]): readonly string[] | undefined {
  if (first === undefined || first.length * second.length > MOST_VALUES) return undefined;
  if (first === NOTHING) return second;
  return first.flatMap((before) => second.map((after) => before + after));
}

/** What all of them begin with. */
export function common(values: readonly string[]): string {
  let prefix = values[0] ?? "";
  for (const value of values) {
    while (!value.startsWith(prefix)) prefix = prefix.slice(0, -1);
  }
  return prefix;
}
