import type { ParameterExpansionPart, Word, WordPart } from "unbash";
import { defined } from "../../plan/defined.ts";
import { type Argument, type Below, belowOf, known, leastBelow } from "./argument.ts";
import { pipelineOf, plainCommands, printsCommits, printsLooseNumber } from "./prints.ts";
import { type Ends, printsNames } from "./prints-names.ts";
import { type Input, isNumberPart, type Variables } from "./variables.ts";
import type { Part } from "./where-it-leads.ts";
import { common, MOST_VALUES, WordSoFar } from "./word-so-far.ts";

/** The facts while words are read. */
export interface WordContext {
  home: string;
  variables: Variables;
  /** Variables that certainly have one of the values assigned to them by now. */
  assigned: ReadonlySet<string>;
  /** A pattern that matches nothing vanishes. */
  nullglob: boolean;
  /** Where words are split has been changed. */
  splitsOddly: boolean;
  /** The function whose body the words stand in. */
  inFunction: string | undefined;
  /** What a script was given, from `$0` on, if it is the word of a command. */
  parameters: readonly Argument[] | undefined;
  span(node: { pos: number; end: number }): Pick<Argument, "start" | "end" | "text">;
}

/** The argument that a word of a script becomes, as far as it is known. */
export function argumentOf(word: Word, context: WordContext, depth = 0): Argument {
  return read(word, context, depth, false);
}

/** `isWhole`: it is assigned, and so it is not split. */
function read(word: Word, context: WordContext, depth: number, isWhole: boolean): Argument {
  const at = context.span(word);
  const { parts } = word;
  // Most words are plain text, without anything that bash would expand.
  if (parts === undefined && !/[~{]/.test(word.text)) return known(word.value, at);
  const reading = new Reading(context, depth, isWhole);
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
  // Its assignment may have failed, and then it is empty. The values of other variables were read before.
  if (depth > 0 || !context.variables.isLoop(name)) values.push("");
  return values.length > MOST_VALUES ? undefined : [...new Set(values)];
}

/** The common beginning of all values of a variable. */
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

/** What `$1` may be, in a function or in a script that was given parameters. */
function parametersOf(part: WordPart, context: WordContext, depth: number): readonly Argument[] | undefined {
  const digit = /^\$\{?([1-9])\}?$/.exec("text" in part ? part.text : "")?.[1];
  const { variables, inFunction, parameters } = context;
  if (digit === undefined || depth > 3 || variables.shifts) return undefined;
  const given = inFunction === undefined ? parameters?.slice(0, Number(digit) + 1) : undefined;
  if (given !== undefined) return given.every(({ count }) => count === "one") ? given.slice(Number(digit)) : undefined;
  const calls = inFunction === undefined ? undefined : variables.calls(inFunction);
  if (calls === undefined || calls.length > MOST_VALUES) return undefined;
  const all: Argument[] = [];
  for (const { args, loops } of calls) {
    const words = args.slice(0, Number(digit));
    const outside = { ...outsideOf(context), assigned: loops };
    const known = words.flatMap((word) => (word.type === "Word" ? argumentOf(word, outside, depth + 1) : []));
    if (known.length < words.length || known.some(({ count }) => count !== "one")) return undefined;
    all.push(...known.slice(Number(digit) - 1));
  }
  return all;
}

/** Where the functions of a script are called from. */
function outsideOf(context: WordContext): Omit<WordContext, "assigned"> {
  const { home, variables, nullglob, splitsOddly } = context;
  const span: WordContext["span"] = (node) => context.span(node);
  return { home, variables, nullglob, splitsOddly, inFunction: undefined, parameters: undefined, span };
}

/** What an unknown variable may be: below, if everything assigned to it is. */
function partOf(name: string, context: WordContext, depth: number, isBegun: boolean): Part {
  const anything = { below: undefined };
  // It is where the shell is, or was when the line began.
  if (name === "PWD" && !context.variables.isAssigned(name)) return { below: "top" };
  if (depth > 3 || !context.assigned.has(name)) return anything;
  const sources = context.variables.sources(name);
  if (sources === undefined || sources.words.length + sources.elements.length > MOST_VALUES) return anything;
  const { isLoop } = sources;
  const words = sources.words.map((word) => read(word, context, depth + 1, !isLoop));
  const elements = sources.elements.map((word) => argumentOf(word, context, depth + 1));
  const below = leastBelow([
    // What it begins with is told where it stands, and was looked at where the loop begins.
    ...words.map(({ belowIfMore, ...word }) => {
      const whole = belowIfMore === undefined ? word : { ...word, below: belowIfMore };
      return isBegun && whole.values === undefined ? whole.below : belowOf(whole);
    }),
    ...elements.map(belowOf),
    ...sources.inputs.map((input) => belowInput(input, context, depth)),
  ]);
  const isSure = isLoop && words.every(({ count, prefix }) => count !== "one" || prefix !== "");
  const isCut = words.some(({ belowIfMore }) => belowIfMore !== undefined);
  return { below, ...(isSure && { isSure }), ...(isCut && { isCut }) };
}

/** What is read line by line, or up to a NUL. */
function belowInput({ from, ends }: Input, context: WordContext, depth: number): Below | undefined {
  if (!("type" in from)) {
    const printed = namesBy(plainCommands(from), context, depth);
    if (printed === "cut") return undefined;
    return printed && (printed === "top" ? "top" : printed === ends ? "name" : "piece");
  }
  return inPieces(belowOf(argumentOf(from, context, depth + 1)));
}

/** What is taken apart at blanks: where two slashes meet, the second may begin a piece. */
function inPieces(below: Below | undefined): Below | undefined {
  if (below === "joined") return undefined;
  return below === "name" ? "piece" : below;
}

function namesBy(commands: ReturnType<typeof plainCommands>, context: WordContext, depth: number): Ends | undefined {
  return commands && printsNames(commands, (word) => argumentOf(word, context, depth + 1));
}

/** The names that these commands print to their reader. */
export function namesFrom(nodes: Parameters<typeof plainCommands>[0], context: WordContext): Ends | undefined {
  return namesBy(plainCommands(nodes), context, 0);
}

/** Assembles a word from its parts. */
class Reading {
  readonly word = new WordSoFar();
  readonly #context: WordContext;
  readonly #depth: number;
  readonly #isWhole: boolean;
  #endsInName = false;

  constructor(context: WordContext, depth: number, isWhole: boolean) {
    this.#context = context;
    this.#depth = depth;
    this.#isWhole = isWhole;
  }

  /** Text that is certain; `raw` as written, where an unquoted `~` in front means a home directory. */
  text(value: string, raw = "", isAll = false) {
    const { isEmpty } = this.word;
    if (isEmpty && raw.startsWith("~")) return this.#tilde(value, raw, isAll);
    if (braces(raw)) return this.word.unknown("any", "", bracePart(raw));
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
        return this.word.unknown(this.#context.nullglob ? "any" : "many", "", PATTERN);
      case "BraceExpansion":
        // Braces are expanded first, so `$x{a,b}` is `$xa $xb`.
        if (this.#endsInName) this.word.forgetPrefix();
        // Alone it may vanish: `{,}` is no word at all.
        return this.word.unknown(
          this.word.prefix === "" || /[$`]/.test(part.text) ? "any" : "many",
          "",
          bracePart(part.text),
        );
      case "ProcessSubstitution":
        this.word.exact(["/dev/fd/"]);
        return this.word.unknown("one", "", PATTERN);
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
    else if (quoted && becomesMany(part)) this.word.unknown("any", "", this.#changed(part));
    else if (name !== undefined) this.#variable(name, quoted);
    else if (this.#isParameter(part, quoted)) return;
    else {
      const isCommits = part.type === "CommandExpansion" && printsCommits(part.script);
      const isPlain = this.word.isEmpty && isCommits;
      const printed = part.type === "CommandExpansion" ? this.#printed(part) : this.#changed(part);
      this.word.unknown(quoted ? "one" : "any", "", isCommits ? { below: "name" } : this.#split(printed, quoted));
      if (isPlain) this.word.plain();
    }
  }

  /** Whether this is a parameter that is known to some extent, which may also be missing. */
  #isParameter(part: WordPart, quoted: boolean): boolean {
    const given = parametersOf(part, this.#context, this.#depth);
    if (given === undefined) return false;
    const values = [...new Set(["", ...given.flatMap((each) => each.values ?? [])])];
    if (quoted && values.length <= MOST_VALUES && given.every((each) => each.values !== undefined)) {
      this.word.exact(values);
      return true;
    }
    const isPlain = this.word.isEmpty && given.every((each) => each.isPlain === true);
    const least = leastBelow(given.map(belowOf));
    this.word.unknown(quoted ? "one" : "any", "", this.#split({ below: least }, quoted));
    if (isPlain) this.word.plain();
    return true;
  }

  /** What is not in quotes is taken apart at blanks. */
  #split(part: Part, quoted: boolean): Part {
    return quoted || this.#isWhole ? part : { ...part, below: inPieces(part.below) };
  }

  #printed({ script }: Extract<WordPart, { type: "CommandExpansion" }>): Part {
    const ends = namesBy(pipelineOf(script), this.#context, this.#depth);
    if (ends === "cut") return { below: "piece", isCut: true };
    return { below: ends && (ends === "top" ? "top" : ends === "pieces" ? "piece" : "name") };
  }

  /** An element of a list, or a name of which something was taken away. */
  #changed(part: WordPart): Part {
    if (part.type !== "ParameterExpansion" || part.prefix !== undefined) return { below: undefined };
    const whole = partOf(part.parameter, this.#context, this.#depth, false);
    const { below, isCut } = whole;
    if (part.operation === undefined) return whole;
    if (/^\w+##\*\/\}$/.test(part.text.slice(2)))
      return { below: below && (below === "piece" ? "piece" : "name"), ...defined({ isCut }) };
    if (below === "top" || below === "joined" || !staysBelow(part)) return { below: undefined };
    return isCut || cutsNames(part) ? { below, isCut: true } : { below };
  }

  #variable(name: string, quoted: boolean) {
    const context = this.#context;
    const values = valuesOf(name, context, this.#depth);
    const isCertain = name === "HOME" || context.variables.isLoop(name);
    const isWhole = isCertain && !context.splitsOddly && values?.every((value) => /^[^\s*?[\\(]+$/.test(value));
    if (values !== undefined && (quoted || isWhole)) return this.word.exact(values);
    const isPlain = this.word.isEmpty && isAlwaysPlain(name, context, this.#depth);
    const prefix = quoted && this.word.isOpen ? prefixOf(name, context, this.#depth) : "";
    const part = partOf(name, context, this.#depth, prefix !== "");
    this.word.unknown(quoted ? "one" : "any", prefix, this.#split(part, quoted));
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

const PATTERN: Part = { below: "name", isSure: true, isPattern: true };

/** What braces become is written there, and looked at as it is written. */
function bracePart(text: string): Part {
  if (/^\{\w+\.\.\w+(?:\.\.\w+)?\}$/.test(text)) return { below: "name", isSure: true, isWritten: true };
  return { isWritten: true, below: /[$`]|\.\.|[{,]\/|\/[},]/.test(text) ? undefined : "name" };
}

/** `${x%.ts}`: what is left of the last name may be dots; with a slash in front a whole name is taken away. */
function cutsNames({ operation }: ParameterExpansionPart): boolean {
  return operation?.type === "Remove" && operation.operator.startsWith("%") && !operation.operand.text.startsWith("/");
}

// `${x##*/}`, `${x#./}`, `${x%.ts}`: what is left of a name below is one, where no two slashes meet.
function staysBelow({ operation }: ParameterExpansionPart): boolean {
  if (operation?.type === "CaseModification") return operation.operand === undefined;
  if (operation?.type !== "Remove") return false;
  const { text } = operation.operand;
  return operation.operator.startsWith("#") ? /^[\w.*@+-]*\/$/.test(text) : /^[\w.*/@+-]*$/.test(text);
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
