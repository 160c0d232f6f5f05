/** A word of a command, as far as its value is known before it runs. */
export interface Argument {
  /** Every value it can have; missing when that is not known. Usually one. */
  values?: readonly string[];
  /** What every word it becomes begins with. */
  prefix: string;
  /**
   * How many words it becomes: `one`; `many` (one or more, each beginning with the prefix: globs, braces); `any`
   * (none, one or several, each of them anything: an unquoted expansion).
   */
  count: "one" | "many" | "any";
  /** It can only be a whole number. */
  isNumber?: true;
  /**
   * Its values with 1 for every number that is not certain, and nothing where there may be none; for those who know what
   * numbers can do where they stand.
   */
  samples?: readonly string[];
  /** One of those numbers may be a sentence instead, if a file turns out to be binary. */
  isLoose?: true;
  /** Whatever it becomes, no word of it begins with a dash: what git prints for a commit, say. */
  isPlain?: true;
  /** What it may be if its value is not known; missing: anything at all. */
  below?: Below;
  /** Offsets into the command line, end exclusive. */
  start: number;
  end: number;
  /** As it was written. */
  text: string;
}

/**
 * A value that is not known, but is the name of something below a known place: it never leads up, and is no address.
 * `name`: all of it is. `piece`: only as long as no name has blanks or line breaks in it, at which it would be split.
 * `top`: it begins with the whole path of where the shell or the repository is, so that nothing may be cut off its end.
 */
export type Below = "name" | "piece" | "top";

/** The value of an argument that can be only one. */
export function onlyValue(argument: Argument | undefined): string | undefined {
  return argument?.count === "one" && argument.values?.length === 1 ? argument.values[0] : undefined;
}

/** Whether it can be only one value. */
export function hasOneValue(argument: Argument): argument is Argument & { values: readonly [string] } {
  return onlyValue(argument) !== undefined;
}

/** Whether a command could take it for an option. */
export function maybeOption(argument: Argument): boolean {
  if (argument.isPlain) return false;
  if (argument.count === "any") return true;
  if (argument.isNumber && argument.values === undefined) return true;
  if (argument.values !== undefined) return argument.values.some((value) => value.startsWith("-"));
  return argument.prefix === "" || argument.prefix.startsWith("-");
}

/** The least that is known of all of them: what a list, or several assignments, can be. */
export function leastBelow(all: readonly (Below | undefined)[]): Below | undefined {
  if (all.includes(undefined)) return undefined;
  if (all.includes("top")) return "top";
  return all.includes("piece") ? "piece" : "name";
}

/** Whether a text is the name of something below where it is looked for. */
export function isBelowText(text: string): boolean {
  return !/^[/~]/.test(text) && !/(?:^|\/)\.\.(?:\/|$)/.test(text);
}

/** What is known of an argument, for those who forget its value and what it begins with. */
export function belowOf({ values, prefix, below }: Argument): Below | undefined {
  if (values !== undefined) return values.every(isBelowText) ? "name" : undefined;
  return isBelowText(prefix) ? below : undefined;
}

/** An argument with this one value, standing where another one stands. */
export function known(value: string, at: Pick<Argument, "start" | "end" | "text">): Argument {
  return { values: [value], prefix: value, count: "one", start: at.start, end: at.end, text: at.text };
}

/** The rest of a known argument, from an offset of its value on: `-k2` → `2`. */
export function tail(argument: Argument, from: number): Argument {
  const { values, prefix, below: _____, isNumber: _, samples: __, isPlain: ___, isLoose: ____, ...rest } = argument;
  return {
    ...rest,
    ...(values && { values: values.map((value) => value.slice(from)) }),
    prefix: prefix.slice(from),
    ...(argument.below && from <= prefix.length && { below: argument.below }),
  };
}
