import {
  type Assignment,
  type Command,
  type CommandNode,
  forEachChild,
  type ParsedScript,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";
import { printsLooseNumber, printsNumber, printsNumbers } from "./prints.ts";

/** Everything that a script assigns to one variable, anywhere. */
interface Assigned {
  words: Word[];
  /** Only ever by arithmetic, or to a whole number. */
  isNumber: boolean;
  /** By `read`, `+=`, a command's output …: unknown. */
  isUnknown: boolean;
  isArray: boolean;
  /** A number only as long as it stands in quotes. */
  isLoose: boolean;
  /** Only ever by `for`: in the loop it certainly has one of the words of its list. */
  isLoop: boolean;
  /** Also by arithmetic: it may be any number. */
  isComputed: boolean;
  /** The words of lists, and of single places in them. */
  elements: Word[];
  /** What `read` and `mapfile` put into it. */
  inputs: Input[];
  /** Also by other means: it may be anything. */
  isAnything: boolean;
}

/** A script's input into a variable. */
export interface Input {
  /** The commands that print it, or the here-string. */
  from: readonly CommandNode[] | Word;
  /** Where what is read ends, if it is kept as it is up to there. */
  ends: "line" | "nul" | undefined;
}

/** A call of a function, and the loops it stands in, whose variables certainly have a value there. */
interface Call {
  args: readonly (Word | Assignment)[];
  loops: ReadonlySet<string>;
}

/** All assignments to a variable, if all are known. */
export interface Sources {
  words: readonly Word[];
  elements: readonly Word[];
  inputs: readonly Input[];
  isLoop: boolean;
}

/** Built-ins that assign variables by name, and those that run them. */
export const ASSIGNING: ReadonlySet<string> = new Set([
  ...["read", "mapfile", "readarray", "getopts", "wait", "unset", "command", "builtin"],
  ...["declare", "local", "typeset", "readonly", "export"],
]);

/** Those that always make a list. */
const LISTING: ReadonlySet<string> = new Set(["mapfile", "readarray"]);

const MOST_QUESTIONS = 1000;

/** The possible values of a script's variables. Computed once, and only on demand. */
export class Variables {
  readonly #script: ParsedScript;
  #assigned: Map<string, Assigned> | undefined;
  #makesLists = false;
  #asked = 0;
  readonly #calls = new Map<string, Call[]>();
  /** The variables of the loops we are in. */
  readonly #loops: string[] = [];
  /** Something gives the parameters of a script or a function other values. */
  #shifts = false;
  /** The input of commands that read. */
  readonly #fed = new Map<Command, Input["from"]>();

  constructor(script: ParsedScript) {
    this.#script = script;
  }

  /** All words assigned to it, if nothing else ever is. */
  words(name: string): readonly Word[] | undefined {
    // Variables made of variables made of variables: beyond a depth the value is unknown.
    if (++this.#asked > MOST_QUESTIONS) return undefined;
    const found = this.#all().get(name);
    return found === undefined || found.isUnknown || found.isArray || found.isComputed || found.words.length === 0
      ? undefined
      : found.words;
  }

  /** Its sources, even if its values are unknown. */
  sources(name: string): Sources | undefined {
    if (++this.#asked > MOST_QUESTIONS) return undefined;
    const found = this.#all().get(name);
    return found === undefined || found.isAnything || found.isComputed ? undefined : found;
  }

  /** Every call of a function, if all its arguments are written out. */
  calls(name: string): readonly Call[] | undefined {
    return ++this.#asked > MOST_QUESTIONS || this.shifts ? undefined : this.#calls.get(name);
  }

  get shifts(): boolean {
    this.#all();
    return this.#shifts;
  }

  isNumber(name: string): boolean {
    const found = this.#all().get(name);
    return found?.isNumber === true && !found.isUnknown && !found.isArray;
  }

  /** Unquoted it may be several words, though in quotes it is a number. */
  isLoose(name: string): boolean {
    return this.#all().get(name)?.isLoose === true;
  }

  isLoop(name: string): boolean {
    return this.#all().get(name)?.isLoop === true;
  }

  isAssigned(name: string): boolean {
    return this.#all().has(name);
  }

  /** Whether any variable may be a list, or become one. */
  get makesLists(): boolean {
    this.#all();
    return this.#makesLists;
  }

  #all(): Map<string, Assigned> {
    if (this.#assigned === undefined) {
      this.#assigned = new Map();
      this.#visit(this.#script);
    }
    return this.#assigned;
  }

  #entry(name: string): Assigned {
    const all = this.#assigned as Map<string, Assigned>;
    let entry = all.get(name);
    if (entry === undefined) {
      entry = {
        words: [],
        isNumber: true,
        isUnknown: false,
        isArray: false,
        isLoose: false,
        isLoop: true,
        isComputed: false,
        elements: [],
        inputs: [],
        isAnything: false,
      };
      all.set(name, entry);
    }
    return entry;
  }

  #compute(name: string): void {
    const entry = this.#entry(name);
    entry.isLoop = false;
    entry.isComputed = true;
  }

  #unknown(name: string, isAnything = true): void {
    const entry = this.#entry(name);
    entry.isAnything ||= isAnything;
    entry.isUnknown = true;
    entry.isNumber = false;
    entry.isLoop = false;
  }

  #assign(node: Assignment): void {
    const entry = this.#entry(node.name);
    entry.isLoop = false;
    if (node.value.type === "ArrayValue" || node.index !== undefined) {
      entry.isArray = true;
      entry.elements.push(...(node.value.type === "ArrayValue" ? node.value.elements : [node.value]));
      this.#makesLists = true;
    } else if (node.append) this.#unknown(node.name);
    else {
      entry.words.push(node.value);
      if (isLineNumber(node.value)) entry.isLoose = true;
      else if (!isNumberWord(node.value)) entry.isNumber = false;
    }
  }

  #visit(node: SyntaxNode): void {
    switch (node.type) {
      case "Assignment":
        this.#assign(node);
        break;
      case "For":
      case "Select": {
        const name = node.name.value;
        if (node.wordlist === undefined || node.type === "Select") this.#unknown(name);
        else {
          const entry = this.#entry(name);
          entry.words.push(...node.wordlist);
          if (!node.wordlist.every((word) => isNumberWord(word) || isRange(word) || isSequence(word)))
            entry.isNumber = false;
        }
        this.#loops.push(name);
        forEachChild(node, (child) => this.#visit(child));
        this.#loops.pop();
        return;
      }
      case "ParameterExpansion":
        if (node.operation?.type === "Default" && node.operation.operator.endsWith("=")) {
          this.#unknown(node.parameter);
          if (node.index !== undefined) this.#makesLists = true;
        }
        break;
      case "ArithmeticBinary":
        if (isAssignment(node.operator) && node.left.type === "ArithmeticWord") this.#compute(node.left.value);
        break;
      case "ArithmeticUnary":
        if ((node.operator === "++" || node.operator === "--") && node.operand.type === "ArithmeticWord") {
          this.#compute(node.operand.value);
        }
        break;
      case "Pipeline":
        node.commands.forEach((command, index) => {
          if (index > 0 && !node.operators.includes("|&")) this.#feed(command, node.commands.slice(0, index));
        });
        break;
      case "Redirected": {
        const from = inputOf(node.redirects);
        if (from !== undefined) this.#feed(node.command, from);
        break;
      }
      case "Command":
        if (/^(?:set|shift|source|\.|command|builtin|eval)$/.test(node.name?.value ?? "")) this.#shifts = true;
        if (node.name !== undefined) {
          const calls = this.#calls.get(node.name.value) ?? [];
          calls.push({ args: node.args, loops: new Set(this.#loops) });
          this.#calls.set(node.name.value, calls);
        }
        if (node.name !== undefined && ASSIGNING.has(node.name.value)) {
          const from = inputOf(node.redirects);
          if (from !== undefined) this.#fed.set(node, from);
          const isRead = this.#readInto(node);
          this.#namedBy(node.name, node.args, !isRead);
        }
        break;
      default:
        break;
    }
    forEachChild(node, (child) => this.#visit(child));
  }

  /** The loop `while read …` reads what the loop is given. */
  #feed(node: CommandNode, from: Input["from"]): void {
    if (node.type !== "While") return;
    const command = node.clause.commands[0]?.command;
    if (command?.type === "Command" && command.redirects.length === 0) this.#fed.set(command, from);
  }

  /** Whether this reads known input into known names. */
  #readInto(node: Command): boolean {
    const from = this.#fed.get(node);
    const reading = from === undefined ? undefined : readingOf(node);
    if (from === undefined || reading === undefined) return false;
    for (const name of reading.names) this.#entry(name).inputs.push({ from, ends: reading.ends });
    return true;
  }

  #namedBy(command: Word, args: readonly (Word | Assignment)[], isAnything: boolean): void {
    if (LISTING.has(command.value)) this.#makesLists = true;
    for (const arg of args) {
      if (arg.type !== "Word") continue;
      for (const name of arg.value.match(/[A-Za-z_]\w*/g) ?? []) this.#unknown(name, isAnything);
      // `-a` of `read` and `declare`, in whatever place and quotes; and what `command` and `builtin` run.
      if (LISTING.has(arg.value) || /^[-+]\w*[aA]|\[/.test(arg.value)) this.#makesLists = true;
    }
  }
}

/** The commands, or the text, whose output is all that is read: `< <(git ls-files)`, `<<< "$x"`. */
function inputOf(redirects: readonly Redirection[]): Input["from"] | undefined {
  const [redirect, ...more] = redirects;
  if (redirect === undefined || more.length > 0 || redirect.descriptor !== undefined) return undefined;
  if (redirect.type === "HereString") return redirect.target;
  const [part, ...others] =
    redirect.type === "Redirect" && redirect.operator === "<" ? (redirect.target?.parts ?? []) : [];
  if (part?.type !== "ProcessSubstitution" || part.operator !== "<" || others.length > 0) return undefined;
  const [statement, ...rest] = part.script?.commands ?? [];
  if (statement === undefined || rest.length > 0 || statement.background) return undefined;
  const node = statement.command;
  if (node.type === "AndOr") return undefined;
  return node.type === "Pipeline" ? node.commands : [node];
}

/** The names that `read` or `mapfile` fills, if none of its options is unusual. */
function readingOf({ name, prefix, args }: Command): { names: string[]; ends: Input["ends"] } | undefined {
  const words = args.map((arg) => (arg.type === "Word" && isText(arg) ? arg.value : "-?"));
  const names: string[] = [];
  const isList = LISTING.has(name?.value ?? "");
  let ends: Input["ends"] = "line";
  let isKept = isList || (prefix.length === 1 && isEmptySplit(prefix[0]));
  let isRaw = isList;
  if (name === undefined || !(isList || name.value === "read")) return undefined;
  // Parted elsewhere than at blanks, a name may become a path from the root.
  if (prefix.length > 0 && !(prefix.length === 1 && isEmptySplit(prefix[0]))) return undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-d" && words[at + 1] === "") {
      ends = "nul";
      at++;
    } else if (!isList && /^-r?a$/.test(word)) isKept = false;
    else if (!isList && word === "-r") isRaw = true;
    else if (/^[A-Za-z_]\w*$/.test(word)) names.push(word);
    else if (!isList || word !== "-t") return undefined;
  }
  return { names, ends: isKept && isRaw && names.length === 1 ? ends : undefined };
}

/** `IFS=` */
function isEmptySplit(node: Command["prefix"][number] | undefined): boolean {
  if (node?.type !== "Assignment") return false;
  return node.name === "IFS" && node.append !== true && node.value.type === "Word" && node.value.text === "";
}

/** Without any expansion in it. */
function isText({ parts }: Word): boolean {
  return (parts ?? []).every(({ type }) => type === "Literal" || type === "SingleQuoted");
}

export function isAssignment(operator: string): boolean {
  return operator.endsWith("=") && !["==", "!=", "<=", ">="].includes(operator);
}

/** A whole number, or what can only become one. */
function isNumberWord(word: Word): boolean {
  if (word.parts === undefined) return /^-?\d+$/.test(word.value);
  const [part, ...more] = word.parts;
  if (part === undefined || more.length > 0) return false;
  const inner = part.type === "DoubleQuoted" && part.parts.length === 1 ? part.parts[0] : part;
  return inner !== undefined && isNumberPart(inner);
}

/** An expansion that is always a whole number. */
export function isNumberPart(part: { type: string; text?: string; prefix?: unknown }): boolean {
  if (part.type === "ArithmeticExpansion") return true;
  if (part.type === "ParameterExpansion") return part.prefix === "#";
  if (part.type === "CommandExpansion") return printsNumber((part as { script?: ParsedScript }).script);
  if (part.type === "SingleQuoted" || part.type === "Literal")
    return /^-?\d+$/.test((part as { value?: string }).value ?? "");
  return part.type === "SimpleExpansion" && /^\$[#?$]$/.test(part.text ?? "");
}

/** `$(grep -n x FILE | cut -d: -f1)`, in quotes or not. */
function isLineNumber({ parts }: Word): boolean {
  const [part, ...more] = parts ?? [];
  const inner = part?.type === "DoubleQuoted" && part.parts.length === 1 ? part.parts[0] : part;
  return more.length === 0 && inner?.type === "CommandExpansion" && printsLooseNumber(inner.script);
}

/** `$(seq 1 5)`, split at its line breaks. */
function isSequence({ parts }: Word): boolean {
  const [part, ...more] = parts ?? [];
  return more.length === 0 && part?.type === "CommandExpansion" && printsNumbers(part.script);
}

function isRange(word: Word): boolean {
  return /^\{\d+\.\.\d+(?:\.\.\d+)?\}$/.test(word.text);
}
