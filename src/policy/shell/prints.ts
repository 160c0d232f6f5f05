import type { Command, CommandNode, ParsedScript, Redirection } from "unbash";
import { isBelowText } from "./argument.ts";

/** A substitution that prints names of commits, and nothing else: `$(git merge-base main HEAD)`. */
export function printsCommits(script: ParsedScript | undefined): boolean {
  return areCommits(pipelineOf(script) ?? []);
}

/** The same of the commands of a pipeline: `git log --oneline | head -2 | awk '{print $1}'`. */
export function printCommits(nodes: readonly CommandNode[]): boolean {
  const commands = plainCommands(nodes);
  return commands !== undefined && areCommits(commands);
}

function areCommits([command, ...more]: readonly Command[]): boolean {
  if (command?.name?.value !== "git" || !more.every((each) => isCut(each) || isFirstField(each))) return false;
  const [subCommand = "", ...args] = wordsOf(command);
  const options = COMMITS[subCommand];
  if (options === undefined || args.length === 0) return false;
  // The text after the commit is free text.
  const isLine = args.includes("--oneline");
  if (isLine && !more.some(isFirstField)) return false;
  if (subCommand === "log" && !isLine && !args.some((arg) => /^--(?:format|pretty)=/.test(arg ?? ""))) return false;
  // What is no commit is printed as it is.
  return args.every(
    (arg) =>
      arg !== undefined && (arg.startsWith("-") ? options.test(arg) : /^[\w./~^@{}]+$/.test(arg) && isBelowText(arg)),
  );
}

/** Which commits: the options of git that only choose among them. */
const CHOOSING =
  "-\\d+|-n\\d*|--(?:max-count|skip)=\\d+|--(?:all|first-parent|reverse|no-merges|merges)|--(?:since|after|before|until|author|grep)=.*|--";

/** What may be asked of git so that it prints commits, and not, say, what it was given. */
const COMMITS: Record<string, RegExp> = {
  "rev-parse": /^--(?:short(?:=\d+)?|verify|quiet)$/,
  "merge-base": /^--(?:fork-point|octopus)$/,
  "rev-list": new RegExp(`^(?:${CHOOSING})$`),
  log: new RegExp(`^(?:--oneline|--no-decorate|--format=%[hH]|--pretty=(?:t?format:)?%[hH]|${CHOOSING})$`),
};

/** `awk '{print $1}'`, `cut -d' ' -f1`: the first word of each line. */
function isFirstField(command: Command): boolean {
  const words = wordsOf(command).map((word) => word ?? "\n");
  if (command.name?.value === "awk") return words.length === 1 && /^\{ *print \$1 *\}$/.test(words[0] ?? "");
  return command.name?.value === "cut" && /^-d ?[ ] ?-f ?1$/.test(words.join(" "));
}

/** A substitution that always prints a number, and nothing else: `$(… | wc -l)`. */
export function printsNumber(script: ParsedScript | undefined): boolean {
  const commands = pipelineOf(script) ?? [];
  const command = commands.at(-1);
  // A redirection may fail, and then nothing is printed.
  if (command === undefined || command.redirects.length > 0) return false;
  const words = wordsOf(command);
  switch (command.name?.value) {
    case "wc":
      return commands.length > 1 && isCount(words);
    case "nproc":
      return words.length === 0;
    case "date":
      return words.length === 1 && words[0] === "+%s";
    default:
      return false;
  }
}

/** The same, but it may fail and print nothing: `$(wc -l < FILE)`. */
function printsNumberOrNothing(script: ParsedScript | undefined): boolean {
  const command = pipelineOf(script)?.at(-1);
  if (command === undefined) return false;
  const words = wordsOf(command);
  if (command.name?.value === "wc") return isCount(words);
  if (command.name?.value !== "git" || command.redirects.length > 0) return false;
  const [subCommand, option, ...rest] = words;
  if (subCommand !== "rev-list" || option !== "--count" || rest.length === 0) return false;
  return rest.every((word) => word !== undefined && (/^[\w./~^@{}]+$/.test(word) || COMMITS["rev-list"]?.test(word)));
}

function isCount(words: readonly (string | undefined)[]): boolean {
  return words.length === 1 && /^-[lcwm]$/.test(words[0] ?? "");
}

/** A substitution that prints numbers, one a line: `$(seq 1 5)`. */
export function printsNumbers(script: ParsedScript | undefined): boolean {
  const [command, ...more] = pipelineOf(script) ?? [];
  if (command?.name?.value !== "seq" || more.length > 0) return false;
  const words = wordsOf(command);
  return words.length > 0 && words.every((word) => /^-?\d+$/.test(word ?? ""));
}

/**
 * A substitution that prints a number or nothing, as long as it is kept in quotes: `$(grep -n x FILE | cut -d: -f1)`.
 * For a binary file grep says so instead, with its name: that is no arithmetic and no program, but several words.
 */
export function printsLooseNumber(script: ParsedScript | undefined): boolean {
  return printsNumberOrNothing(script) || printsLineNumber(script);
}

function printsLineNumber(script: ParsedScript | undefined): boolean {
  const [grep, ...rest] = pipelineOf(script) ?? [];
  const cut = rest.pop();
  if (grep?.name?.value !== "grep" || cut?.name?.value !== "cut" || !rest.every(isCut)) return false;
  if (!/^-d ?: -f ?1$/.test(wordsOf(cut).join(" "))) return false;
  const words = wordsOf(grep);
  const operands = words.filter((word) => !word?.startsWith("-"));
  const options = words.filter((word) => word?.startsWith("-"));
  const isNumbered = options.some((option) => option?.includes("n"));
  const isPlain = options.every((option) => /^-[nimEFwxP]+\d*$/.test(option ?? ""));
  const [pattern, file = "", ...others] = operands;
  return isNumbered && isPlain && pattern !== undefined && /^[\w./-]+$/.test(file) && others.length === 0;
}

/** `find DIR … -print0`: names that begin as the directories do, each ended by a NUL. */
export function printsPlainNames(node: CommandNode): boolean {
  if (node.type !== "Command" || node.name?.value !== "find" || node.name.parts !== undefined) return false;
  const words = wordsOf(node);
  const starts = words.slice(
    0,
    words.findIndex((word) => word === undefined || /^[-(!]/.test(word)),
  );
  const isPlain = starts.every((word) => word !== undefined && /^[\w./~]/.test(word));
  const actions = words.filter((word) => /^-(?:print|ls|exec|fprint|fls|ok|printf)/.test(word ?? ""));
  return isPlain && actions.length === 1 && words.at(-1) === "-print0";
}

/** `head -1` and the like: some of the lines, as they are. */
function isCut(command: Command): boolean {
  const isKnown = command.name?.value === "head" || command.name?.value === "tail";
  return isKnown && /^(?:-n? ?\d+)?$/.test(wordsOf(command).join(" "));
}

/** The commands of the one pipeline a substitution consists of. */
export function pipelineOf(script: ParsedScript | undefined): Command[] | undefined {
  const [statement, ...more] = script?.commands ?? [];
  if (statement === undefined || more.length > 0 || statement.background) return undefined;
  const node = statement.command;
  if (node.type === "AndOr") return undefined;
  if (node.type === "Pipeline" && (node.prefixes.length > 0 || node.operators.includes("|&"))) return undefined;
  return plainCommands(node.type === "Pipeline" ? node.commands : [node]);
}

/** These commands, if each is a simple one without anything around it. */
export function plainCommands(nodes: readonly CommandNode[]): Command[] | undefined {
  const plain = nodes.filter(
    (each) =>
      each.type === "Command" &&
      each.name?.parts === undefined &&
      each.prefix.length === 0 &&
      each.redirects.every((redirect) => isHarmless(redirect, each)),
  );
  return plain.length === nodes.length ? (plain as Command[]) : undefined;
}

/** What goes in and out of the commands is what stands there: `2>/dev/null`, and a file for `wc`. */
function isHarmless(redirect: Redirection, { name }: Command): boolean {
  if (redirect.type !== "Redirect") return false;
  const isSilent =
    redirect.operator === ">" &&
    redirect.descriptor?.type === "FileDescriptor" &&
    redirect.descriptor.value === 2 &&
    redirect.target?.text === "/dev/null";
  return isSilent || (redirect.operator === "<" && redirect.descriptor === undefined && name?.value === "wc");
}

/** The words of a command, as far as they are certain. */
function wordsOf(command: Command): (string | undefined)[] {
  return command.args.map((arg) => (arg.type === "Word" && isCertain(arg.parts) ? arg.value : undefined));
}

interface Part {
  type: string;
  parts?: readonly Part[] | undefined;
}

function isCertain(parts: readonly Part[] | undefined): boolean {
  return (parts ?? []).every(({ type, parts: inner }) => {
    return type === "Literal" || type === "SingleQuoted" || (type === "DoubleQuoted" && isCertain(inner));
  });
}
