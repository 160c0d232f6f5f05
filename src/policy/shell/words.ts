import type { Word, WordPart } from "unbash";
import { type Argument, known } from "./argument.ts";
import { printsCommits, printsLooseNumber } from "./prints.ts";
import { isNumberPart, type Variables } from "./variables.ts";
import { common, MOST_VALUES, WordSoFar } from "./word-so-far.ts";

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

/** What a word of a script becomes, as far as that is known. */
export function argumentOf(word: Word, context: WordContext, depth = 0): Argument {
  const at = context.span(word);
  const { parts } = word;
  // Most words are plain text, without anything that bash would expand.
  if (parts === undefined && !/[~{]/.test(word.text)) return known(word.value, at);
  const reading = new Reading(context, depth);
  if (parts === undefined) reading.text(word.value, word.text, true);
  else for (const part of parts) reading.part(part, false, parts.length === 1);
  return reading.word.done(at);
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
  // It holds an absolute path in every shell.
  if (name === "PWD" && !context.variables.isAssigned(name)) return "/";
  if (depth > 3 || !context.assigned.has(name)) return "";
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

/** What the parts of a word make of it, one after the other. */
class Reading {
  readonly word = new WordSoFar();
  readonly #context: WordContext;
  readonly #depth: number;
  #endsInName = false;

  constructor(context: WordContext, depth: number) {
    this.#context = context;
    this.#depth = depth;
  }

  /** Text that is certain; `raw` as written, where an unquoted `~` in front means a home directory. */
  text(value: string, raw = "", isAll = false) {
    const { isEmpty } = this.word;
    if (isEmpty && raw.startsWith("~")) return this.#tilde(value, raw, isAll);
    if (braces(raw)) return this.word.unknown("any");
    // A tilde is expanded where a word looks like an assignment, too.
    const isAssigned =
      isEmpty && raw.includes("=~") && (/^[A-Za-z_]\w*=~\//.test(raw) || (isAll && /^[A-Za-z_]\w*=~$/.test(raw)));
    this.word.exact([isAssigned ? value.replace("=~", `=${this.#context.home}`) : value]);
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
        return this.word.exact([part.value]);
      case "DoubleQuoted":
      case "LocaleString":
        for (const child of part.parts) this.part(child, true);
        if (part.parts.length === 0) this.word.exact([""]);
        return;
      case "Glob":
      case "ExtendedGlob":
        return this.word.unknown(this.#context.nullglob ? "any" : "many");
      case "BraceExpansion":
        // Braces are expanded first, so `$x{a,b}` is `$xa $xb`.
        if (this.#endsInName) this.word.forgetPrefix();
        // Alone it may vanish: `{,}` is no word at all.
        return this.word.unknown(this.word.prefix === "" || /[$`]/.test(part.text) ? "any" : "many");
      case "ProcessSubstitution":
        this.word.exact(["/dev/fd/"]);
        return this.word.unknown("one");
      case "SimpleExpansion":
      case "ParameterExpansion":
      case "CommandExpansion":
      case "ArithmeticExpansion":
        return this.#expansion(part, quoted);
    }
  }

  #tilde(value: string, raw: string, isAll: boolean) {
    const isHome = (raw === "~" && isAll) || raw.startsWith("~/");
    if (isHome) this.word.exact([this.#context.home + value.slice(1)]);
    else this.word.unknown("one");
  }

  #expansion(part: WordPart, quoted: boolean) {
    const name = nameOf(part);
    if (this.#isNumber(part, name)) this.#number(part, name, quoted);
    else if (quoted && becomesMany(part)) this.word.unknown("any");
    else if (name !== undefined) this.#variable(name, quoted);
    else {
      const isPlain = this.word.isEmpty && part.type === "CommandExpansion" && printsCommits(part.script);
      this.word.unknown(quoted ? "one" : "any");
      if (isPlain) this.word.plain();
    }
  }

  #variable(name: string, quoted: boolean) {
    const context = this.#context;
    const values = valuesOf(name, context, this.#depth);
    const isCertain = name === "HOME" || context.variables.isLoop(name);
    const isWhole = isCertain && !context.splitsOddly && values?.every((value) => /^[^\s*?[\\(]+$/.test(value));
    if (values !== undefined && (quoted || isWhole)) return this.word.exact(values);
    const isPlain = this.word.isEmpty && isAlwaysPlain(name, context, this.#depth);
    const prefix = quoted && this.word.isOpen ? prefixOf(name, context, this.#depth) : "";
    this.word.unknown(quoted ? "one" : "any", prefix);
    if (isPlain) this.word.plain();
  }

  #isNumber(part: WordPart, name: string | undefined): boolean {
    return isNumberPart(part) || this.#isNumberVariable(name) || this.#isLooseNumber(part, name);
  }

  /** A number; one that comes from a variable or a command may also be nothing. */
  #number(part: WordPart, name: string | undefined, quoted: boolean) {
    const values = name === undefined || !quoted ? undefined : valuesOf(name, this.#context, this.#depth);
    if (values !== undefined) return this.word.exact(values);
    const orNothing = !isNumberPart(part);
    if (this.#isLooseNumber(part, name)) this.word.loosen();
    this.word.number((this.#context.splitsOddly || orNothing) && !quoted ? "any" : "one", orNothing);
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
