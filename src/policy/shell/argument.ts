import { defined } from "../../plan/defined.ts";
/** A word of a command, as far as its value is known before the command runs. */
export interface Argument {
  /** Every possible value; absent if unknown. Usually one. */
  values?: readonly string[];
  /** The common beginning of every word it becomes. */
  prefix: string;
  /**
   * How many words it becomes: `one`; `many` (one or more, each beginning with the prefix: globs, braces); `any`
   * (none, one or several, each of them anything: an unquoted expansion).
   */
  count: "one" | "many" | "any";
  /** It can only be a whole number. */
  isNumber?: true;
  /**
   * Its values with 1 for every uncertain number, and empty where there may be none; for judges that know what
   * numbers can do in that position.
   */
  samples?: readonly string[];
  /** One of those numbers may be a sentence instead, if a file turns out to be binary. */
  isLoose?: true;
  /** No word that it becomes begins with a dash, as with git's output for a commit. */
  isPlain?: true;
  /** What an unknown value may be; absent: anything. */
  below?: Below;
  /** The same, if something follows it in a word: by itself it may be `..`. */
  belowIfMore?: Below;
  /** Something of it stands elsewhere, so that it may be any name below; a pattern in the word itself matches what it says. */
  isListed?: true;
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
 * `joined`: as a piece, but two slashes may meet in it, so that nothing may be cut off its beginning.
 */
export type Below = "name" | "piece" | "top" | "joined";

/** The value of an argument that has only one. */
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

/** The weakest knowledge of all of them: for a list, or several assignments. */
export function leastBelow(all: readonly (Below | undefined)[]): Below | undefined {
  if (all.includes(undefined)) return undefined;
  if (all.includes("top")) return all.includes("joined") ? undefined : "top";
  if (all.includes("joined")) return "joined";
  return all.includes("piece") ? "piece" : "name";
}

/**
 * Whether a text is the name of something below where it is looked for, and stays one wherever it is cut or taken apart:
 * at slashes, blanks, quotes, commas. A pattern such as `.*` may match `..`.
 */
export function isBelowText(text: string): boolean {
  return !/^~|[\\'"]/.test(text) && !/(?:^|[^\w.@+*?\]~^})-])\//.test(text) && !WAY_UP.test(text);
}

const WAY_UP = /(?:^|[^\w^}~@.-])\.+[.*?[]/;

/** The same of a text that stands behind something else in a word. */
export function keepsBelowText(text: string): boolean {
  return isBelowText(`x${text}`);
}

/** The knowledge of an argument without its value and prefix. */
export function belowOf({ values, prefix, below }: Argument): Below | undefined {
  if (values !== undefined) return values.every(isBelowText) ? "name" : undefined;
  return isBelowText(prefix) ? below : undefined;
}

/** An argument with this one value, at the position of another one. */
export function known(value: string, at: Pick<Argument, "start" | "end" | "text">): Argument {
  return { values: [value], prefix: value, count: "one", start: at.start, end: at.end, text: at.text };
}

/** A word at the position of another one, known only as a found name: what `xargs`, `find` and `fd` insert. */
export function foundName(
  { start, end, text }: Pick<Argument, "start" | "end" | "text">,
  prefix: string,
  count: Argument["count"],
  { isPlain, below }: { isPlain: boolean; below: Below | undefined },
): Argument {
  return {
    start,
    end,
    text,
    prefix,
    count,
    ...(isPlain && { isPlain }),
    isListed: true,
    ...defined({ below }),
  };
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
