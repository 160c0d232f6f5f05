import type { Word, WordPart } from "unbash";
import type { Argument } from "./argument.ts";
import { printsCommits, printsLooseNumber } from "./prints.ts";
import { isNumberPart, type Variables } from "./variables.ts";

/** What is known while words are read. */
export interface WordContext {
  home: string;
  variables: Variables;
  /** Variables that certainly have one of the values assigned to them by now. */
  assigned: ReadonlySet<string>;
  /** A pattern that matches nothing vanishes. */
  nullglob: boolean;
  /** Where words are split has been changed. */
  splitsOddly: boolean;
  span(node: { pos: number; end: number }): Pick<Argument, "start" | "end" | "text">;
}

const MOST_VALUES = 16;

/** The words a word of a script becomes, as far as that is known. */
export function argumentsOf(word: Word, context: WordContext): Argument[] {
  return [argumentOf(word, context)];
}

/** A word where nothing is split and no pattern is matched: an assigned value, the word of `case`. */
export function argumentOf(word: Word, context: WordContext, depth = 0): Argument {
  const at = context.span(word);
  if (word.parts === undefined) {
    const reading = new Reading(context, depth);
    reading.text(word.value, word.text, true);
    return reading.done(at);
  }
  const reading = new Reading(context, depth);
  for (const part of word.parts) reading.part(part, false, word.parts.length === 1);
  return reading.done(at);
}

/** The plain variable a part expands: `$x`, `${x}`. */
function nameOf(part: WordPart): string | undefined {
  if (part.type === "SimpleExpansion") return /^\$([A-Za-z_]\w*)$/.exec(part.text)?.[1];
  if (part.type !== "ParameterExpansion" || part.prefix !== undefined || part.index !== undefined) return undefined;
  // The home directory is always set.
  if (part.parameter === "HOME" && part.operation?.type === "Default" && !part.operation.operator.endsWith("+"))
    return "HOME";
  return part.operation === undefined && /^[A-Za-z_]\w*$/.test(part.parameter) ? part.parameter : undefined;
}

/** Every value of a variable that certainly has one of them. */
function valuesOf(name: string, context: WordContext, depth: number): string[] | undefined {
  if (name === "HOME" && !context.variables.isAssigned(name)) return [context.home];
  if (depth > 3 || !context.assigned.has(name)) return undefined;
  const words = context.variables.words(name);
  if (words === undefined || words.length > MOST_VALUES) return undefined;
  const values: string[] = [];
  for (const word of words) {
    const argument = argumentOf(word, context, depth + 1);
    if (argument.values === undefined || argument.count !== "one") return undefined;
    values.push(...argument.values);
  }
  // What was to assign it may have failed, and then it is empty.
  // What stands in another variable was read before.
  if (depth > 0 || !context.variables.isLoop(name)) values.push("");
  return values.length > MOST_VALUES ? undefined : [...new Set(values)];
}

/** What every value of a variable begins with. */
function prefixOf(name: string, context: WordContext, depth: number): string {
  if (depth > 3 || !context.assigned.has(name))
    return ABSOLUTE.has(name) && !context.variables.isAssigned(name) ? "/" : "";
  const words = depth === 0 && context.variables.isLoop(name) ? context.variables.words(name) : undefined;
  if (words === undefined || words.length > MOST_VALUES) return "";
  const prefixes = words.map((word) => {
    const argument = argumentOf(word, context, depth + 1);
    return argument.count === "any" ? "" : argument.prefix;
  });
  return common(prefixes);
}

/** Whether everything put into a variable is plain, word by word. */
function isAlwaysPlain(name: string, context: WordContext, depth: number): boolean {
  if (depth > 3 || !context.assigned.has(name)) return false;
  const words = context.variables.words(name);
  if (words === undefined || words.length > MOST_VALUES) return false;
  return words.every((word) => argumentOf(word, context, depth + 1).isPlain === true);
}

/** They hold absolute paths in every shell. */
const ABSOLUTE = new Set(["HOME", "PWD"]);

class Reading {
  readonly #context: WordContext;
  readonly #depth: number;
  #values: string[] | undefined = [""];
  #prefix = "";
  #open = true;
  #count: Argument["count"] = "one";
  #samples: string[] | undefined = [""];
  /** Plain so far, if what follows does not begin with a dash. */
  #isOpenPlain = false;
  #isPlain = false;
  #isLoose = false;
  #endsInName = false;
  #numbers = 0;
  #others = 0;

  constructor(context: WordContext, depth: number) {
    this.#context = context;
    this.#depth = depth;
  }

  /** Text that is certain; `raw` as written, where an unquoted `~` in front means a home directory. */
  text(value: string, raw = "", isAll = false) {
    const isFirst = this.#others === 0 && this.#numbers === 0;
    if (isFirst && raw.startsWith("~")) return this.#tilde(value, raw, isAll);
    if (braces(raw)) return this.#unknown("any");
    // A tilde is expanded where a word looks like an assignment, too.
    const isAssigned = isFirst && (/^[A-Za-z_]\w*=~\//.test(raw) || (isAll && /^[A-Za-z_]\w*=~$/.test(raw)));
    this.#exact([isAssigned ? value.replace("=~", `=${this.#context.home}`) : value]);
  }

  part(part: WordPart, quoted: boolean, isAll = false) {
    this.#read(part, quoted, isAll);
    this.#endsInName = part.type === "SimpleExpansion" && !quoted;
  }

  #read(part: WordPart, quoted: boolean, isAll: boolean) {
    switch (part.type) {
      case "Literal":
        return this.text(part.value, quoted ? "" : part.text, isAll);
      case "SingleQuoted":
      case "AnsiCQuoted":
        return this.#exact([part.value]);
      case "DoubleQuoted":
      case "LocaleString":
        for (const child of part.parts) this.part(child, true);
        if (part.parts.length === 0) this.#exact([""]);
        return;
      case "Glob":
      case "ExtendedGlob":
        return this.#unknown(this.#context.nullglob ? "any" : "many");
      case "BraceExpansion":
        // Braces are expanded first, so `$x{a,b}` is `$xa $xb`.
        if (this.#endsInName) this.#prefix = "";
        // Alone it may vanish: `{,}` is no word at all.
        return this.#unknown(this.#prefix === "" || /[$`]/.test(part.text) ? "any" : "many");
      case "ProcessSubstitution":
        this.#exact(["/dev/fd/"]);
        return this.#unknown("one");
      case "SimpleExpansion":
      case "ParameterExpansion":
      case "CommandExpansion":
      case "ArithmeticExpansion":
        return this.#expansion(part, quoted);
    }
  }

  done(at: Pick<Argument, "start" | "end" | "text">): Argument {
    const isNumber = this.#numbers === 1 && this.#others === 0;
    return {
      ...(this.#values !== undefined && { values: this.#values }),
      prefix: this.#prefix,
      count: this.#count,
      ...(isNumber && { isNumber: true as const }),
      ...(this.#values === undefined && this.#samples !== undefined && { samples: this.#samples }),
      ...(this.#isPlain && { isPlain: true as const }),
      ...(this.#isLoose && { isLoose: true as const }),
      ...at,
    };
  }

  #tilde(value: string, raw: string, isAll: boolean) {
    if ((raw === "~" && isAll) || raw.startsWith("~/")) return this.#exact([this.#context.home + value.slice(1)]);
    this.#unknown("one");
  }

  #expansion(part: WordPart, quoted: boolean) {
    const name = nameOf(part);
    const context = this.#context;
    if (this.#isNumber(part, name)) {
      this.#number(part, name, quoted);
      return;
    }
    if (quoted && becomesMany(part)) return this.#unknown("any");
    if (name === undefined) {
      const isFirst = this.#others === 0 && this.#numbers === 0;
      this.#unknown(quoted ? "one" : "any");
      if (isFirst && part.type === "CommandExpansion" && printsCommits(part.script)) this.#plain();
      return;
    }
    const values = valuesOf(name, context, this.#depth);
    const isCertain = name === "HOME" || context.variables.isLoop(name);
    const isWhole = isCertain && !context.splitsOddly && values?.every((value) => /^[^\s*?[\\(]+$/.test(value));
    if (values !== undefined && (quoted || isWhole)) return this.#exact(values);
    const isPlain = this.#others === 0 && this.#numbers === 0 && isAlwaysPlain(name, context, this.#depth);
    if (quoted && this.#open) this.#prefix += prefixOf(name, context, this.#depth);
    this.#unknown(quoted ? "one" : "any");
    if (isPlain) this.#plain();
  }

  #plain() {
    this.#isPlain = true;
    this.#isOpenPlain = true;
  }

  #isNumber(part: WordPart, name: string | undefined): boolean {
    return isNumberPart(part) || this.#isNumberVariable(name) || this.#isLooseNumber(part, name);
  }

  /** A number; one that comes from a variable or a command may also be nothing. */
  #number(part: WordPart, name: string | undefined, quoted: boolean) {
    const values = name === undefined || !quoted ? undefined : valuesOf(name, this.#context, this.#depth);
    if (values !== undefined) return this.#exact(values);
    const isLoose = !isNumberPart(part);
    if (this.#isLooseNumber(part, name)) this.#isLoose = true;
    const samples = this.#samples;
    this.#unknown((this.#context.splitsOddly || isLoose) && !quoted ? "any" : "one");
    this.#samples = samples?.flatMap((before) => (isLoose ? [`${before}1`, before] : [`${before}1`]));
    if ((this.#samples?.length ?? 0) > MOST_VALUES) this.#samples = undefined;
    this.#others--;
    this.#numbers++;
  }

  #isNumberVariable(name: string | undefined): boolean {
    const { variables, assigned } = this.#context;
    return name !== undefined && assigned.has(name) && variables.isNumber(name);
  }

  /** It may also be nothing, or several words. */
  #isLooseNumber(part: WordPart, name: string | undefined): boolean {
    if (name !== undefined) return this.#isNumberVariable(name) && this.#context.variables.isLoose(name);
    return part.type === "CommandExpansion" && printsLooseNumber(part.script);
  }

  #exact(values: readonly string[]) {
    this.#others++;
    const product = this.#values?.flatMap((before) => values.map((value) => before + value));
    this.#values = product === undefined || product.length > MOST_VALUES ? undefined : product;
    if (this.#open) this.#prefix += common(values);
    if (values.length > 1) this.#open = false;
    const [only, ...more] = values;
    this.#samples = more.length === 0 ? this.#samples?.map((before) => before + (only ?? "")) : undefined;
    if (this.#isOpenPlain && values.some((value) => value !== "")) {
      this.#isOpenPlain = false;
      this.#isPlain = values.every((value) => value !== "" && !value.startsWith("-"));
    }
  }

  #unknown(count: Argument["count"]) {
    this.#others++;
    this.#values = undefined;
    this.#samples = undefined;
    this.#open = false;
    // It may be nothing, and then what follows is the beginning.
    if (this.#isOpenPlain) this.#isPlain = false;
    if (count === "any" || this.#count === "one") this.#count = count;
  }
}

/** `"$@"`, `"${list[@]}"`: several words even in quotes. */
function becomesMany(part: WordPart): boolean {
  if (part.type === "SimpleExpansion") return part.text === "$@";
  return part.type === "ParameterExpansion" && (part.text.includes("@") || part.operation?.type === "Names");
}

/** Unquoted braces that bash might expand, in text the parser took for plain. */
function braces(raw: string): boolean {
  const inside = raw.slice(raw.indexOf("{"), raw.lastIndexOf("}"));
  return raw.includes("{") && (inside.includes(",") || inside.includes(".."));
}

function common(values: readonly string[]): string {
  let prefix = values[0] ?? "";
  for (const value of values) {
    while (!value.startsWith(prefix)) prefix = prefix.slice(0, -1);
  }
  return prefix;
}
