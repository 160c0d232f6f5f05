import type { Assignment, Command, Redirection, Word } from "unbash";
import { type Argument, known, onlyValue } from "./argument.ts";
import { isPlainName } from "./names.ts";
import { visitAssignment, visitDeclaration } from "./visit-assignment.ts";
import { visitRedirection } from "./visit-redirection.ts";
import { visitWord } from "./visit-word.ts";
import type { Walking } from "./walking.ts";
import { argumentOf } from "./words.ts";
import { UNKNOWN_PROGRAM } from "./writes.ts";

/** A simple command: redirections, assignments, and the words that are run. */
export function visitSimple(node: Command, walking: Walking): void {
  const { redirects, prefix, name, args } = node;
  for (const redirect of redirects) visitRedirection(redirect, walking);
  if (prefix.length > 0) visitPrefix(node, walking);
  if (name === undefined) return;
  const words = [visitArgument(name, name, walking)];
  for (const arg of args) words.push(visitArgument(arg, name, walking));
  walking.inputText = redirects.length === 0 ? undefined : inputTextOf(redirects, walking);
  visitRun(name, words, walking);
  walking.inputText = undefined;
  if (isReading(node)) {
    for (const word of words.slice(1)) {
      const text = onlyValue(word) ?? "";
      if (/^[A-Za-z_]\w*$/.test(text) && isPlainName(text)) walking.flow.scope.assigned.add(text);
    }
  }
  if (isDeclaring(node, words)) {
    for (const arg of args) {
      if (arg.type === "Assignment" && isPlainName(arg.name)) walking.flow.scope.assigned.add(arg.name);
    }
  }
}

/** The assignments in front of a command, or without one. If a file cannot be opened, they do not happen. */
function visitPrefix({ redirects, prefix, name }: Command, walking: Walking): void {
  const assign = () => {
    for (const item of prefix) if (item.type === "Assignment") visitAssignment(item, name, walking);
  };
  if (redirects.length > 0) walking.flow.maybe(assign);
  else assign();
}

function visitArgument(arg: Word | Assignment, command: Word, walking: Walking): Argument {
  if (arg.type === "Word") {
    visitWord(arg, walking);
    return argumentOf(arg, walking.context());
  }
  const declared = visitDeclaration(arg, walking);
  return declared.count === "any" && isNeverSplit(arg, command) ? { ...declared, count: "one" } : declared;
}

/**
 * For bash an argument is an assignment, which is never split, only where the command is written without quotes and
 * stands first. Braces make several words of it, and those are split.
 */
function isNeverSplit({ value }: Assignment, command: Word): boolean {
  if (command.text !== command.value || value.type !== "Word") return false;
  if (value.parts === undefined) return !value.text.includes("{");
  return value.parts.every(
    (part) => part.type !== "BraceExpansion" && !(part.type === "Literal" && part.text.includes("{")),
  );
}

/** Runs a function, or what a command of that name is. */
function visitRun(name: Word, words: readonly Argument[], walking: Walking): void {
  const written = onlyValue(words[0]);
  if (!isLiteral(name)) {
    const at = walking.span(name);
    const reason = `the command in ${at.text} is unknown before it runs`;
    walking.find(at, "dynamic", reason, "write the command out", UNKNOWN_PROGRAM);
  } else if (written !== undefined && walking.flow.scope.functions.has(written)) {
    walking.commands.push(written);
    if (!walking.functions.call(written, walking.flow.scope))
      walking.notUnderstood(name, "what runs where", UNKNOWN_PROGRAM);
    if (walking.functions.isMoving(written)) walking.lose();
  } else walking.judgeCommand(words);
}

/** The text of the last here-document or here-string; its value is unknown if something in it is expanded. */
function inputTextOf(redirects: readonly Redirection[], walking: Walking): Argument | undefined {
  const last = redirects.findLast(({ type, operator }) => type !== "Redirect" || operator.startsWith("<"));
  if (last?.type === "HereString" && last.target !== undefined) return argumentOf(last.target, walking.context());
  if (last?.type !== "HereDoc") return undefined;
  const { text, parts } = last.body;
  return parts === undefined ? known(text, walking.span(last)) : { prefix: "", count: "one", ...walking.span(last) };
}

/** A name without any expansion in it, which could come to nothing. */
function isLiteral({ parts }: Word): boolean {
  return (parts ?? []).every((part) => {
    if (part.type === "DoubleQuoted") return part.parts.every(({ type }) => type === "Literal");
    return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
  });
}

/** Whether this certainly puts something into the variables it names, be it nothing. */
function isReading({ name, redirects }: Command): boolean {
  if (!["read", "mapfile", "readarray"].includes(name?.value ?? "")) return false;
  return redirects.every(
    (each) =>
      each.type !== "Redirect" || each.target?.parts?.every((part) => part.type === "ProcessSubstitution") === true,
  );
}

/** Whether the assignments of this command certainly happen. */
function isDeclaring({ name, redirects }: Command, [, ...args]: readonly Argument[]): boolean {
  if (!["declare", "typeset", "readonly"].includes(name?.value ?? "") || redirects.length > 0) return false;
  return args.every((arg) => !/^[-+]/.test(arg.prefix) || /^-[agrA]+$/.test(onlyValue(arg) ?? ""));
}
