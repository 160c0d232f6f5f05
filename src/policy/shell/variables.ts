import { type Assignment, forEachChild, type ParsedScript, type SyntaxNode, type Word } from "unbash";
import { printsLooseNumber, printsNumber, printsNumbers } from "./prints.ts";

/** Everything a script puts into one variable, wherever it does. */
interface Assigned {
  words: Word[];
  /** Only ever by arithmetic, or to a whole number. */
  isNumber: boolean;
  /** By `read`, `+=`, a command's output …: no telling. */
  isUnknown: boolean;
  isArray: boolean;
  /** A number only as long as it stands in quotes. */
  isLoose: boolean;
  /** Only ever by `for`: in the loop it certainly has one of the words of its list. */
  isLoop: boolean;
  /** Also by arithmetic: it may be any number. */
  isComputed: boolean;
}

/** Built-ins that put something into variables they are given by name, and those that run them. */
export const ASSIGNING: ReadonlySet<string> = new Set([
  ...["read", "mapfile", "readarray", "getopts", "wait", "unset", "command", "builtin"],
  ...["declare", "local", "typeset", "readonly", "export"],
]);

/** Those that always make a list. */
const LISTING: ReadonlySet<string> = new Set(["mapfile", "readarray"]);

const MOST_QUESTIONS = 1000;

/** What the variables of a script can hold. Read once, and only if somebody asks. */
export class Variables {
  readonly #script: ParsedScript;
  #assigned: Map<string, Assigned> | undefined;
  #makesLists = false;
  #asked = 0;

  constructor(script: ParsedScript) {
    this.#script = script;
  }

  /** All words assigned to it, if nothing else ever is. */
  words(name: string): readonly Word[] | undefined {
    // Variables made of variables made of variables: at some point nobody can tell.
    if (++this.#asked > MOST_QUESTIONS) return undefined;
    const found = this.#all().get(name);
    return found === undefined || found.isUnknown || found.isArray || found.isComputed || found.words.length === 0
      ? undefined
      : found.words;
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

  #unknown(name: string): void {
    const entry = this.#entry(name);
    entry.isUnknown = true;
    entry.isNumber = false;
    entry.isLoop = false;
  }

  #assign(node: Assignment): void {
    const entry = this.#entry(node.name);
    entry.isLoop = false;
    if (node.value.type === "ArrayValue" || node.index !== undefined) {
      entry.isArray = true;
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
        break;
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
      case "Command":
        if (node.name !== undefined && ASSIGNING.has(node.name.value)) this.#namedBy(node.name, node.args);
        break;
      default:
        break;
    }
    forEachChild(node, (child) => this.#visit(child));
  }

  #namedBy(command: Word, args: readonly (Word | Assignment)[]): void {
    if (LISTING.has(command.value)) this.#makesLists = true;
    for (const arg of args) {
      if (arg.type !== "Word") continue;
      for (const name of arg.value.match(/[A-Za-z_]\w*/g) ?? []) this.#unknown(name);
      // `-a` of `read` and `declare`, in whatever place and quotes; and what `command` and `builtin` run.
      if (LISTING.has(arg.value) || /^[-+]\w*[aA]|\[/.test(arg.value)) this.#makesLists = true;
    }
  }
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
