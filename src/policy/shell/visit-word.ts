import type { ParameterExpansionPart, Word, WordPart } from "unbash";
import { unsoundText } from "./backstop.ts";
import type { Visit } from "./visit.ts";
import { visitArithmetic, visitNumber, visitSubscript } from "./visit-arithmetic.ts";

/** A word: everything in it that runs, and that it is what the parser took it for. */
export function visitWord(word: Word, visit: Visit): void {
  const odd = unsoundText(word);
  if (odd !== undefined) visit.notUnderstood(word, `${odd} in this place`);
  for (const part of word.parts ?? []) visitPart(part, visit);
}

/** `isQuoted`: it stands in double quotes, or in a here-document. */
export function visitPart(part: WordPart, visit: Visit, isQuoted = false): void {
  switch (part.type) {
    case "CommandExpansion":
    case "ProcessSubstitution":
      if (part.type === "ProcessSubstitution" && isGlued(part, visit)) visit.notUnderstood(part, "what touches this");
      if (part.script === undefined) visit.notUnderstood(part, "this substitution");
      else visit.substitution(part, part.script, part.type === "ProcessSubstitution");
      return;
    case "ArithmeticExpansion":
      if (part.expression === undefined) visit.notUnderstood(part, "this arithmetic");
      else visitArithmetic(part.expression, visit);
      return;
    case "ParameterExpansion":
      visitParameter(part, visit, isQuoted);
      return;
    case "DoubleQuoted":
    case "LocaleString":
      for (const child of part.parts) visitPart(child, visit, true);
      return;
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
      for (const child of part.parts ?? []) visitPart(child, visit);
      if (part.type === "BraceExpansion" && part.parts === undefined && /[$`<>]/.test(part.text)) {
        visit.notUnderstood(part, "what is in these braces");
      }
      return;
    default:
      return;
  }
}

/** Text that touches a process substitution belongs to the same word for bash, and not always for the parser. */
function isGlued({ pos, end }: WordPart, visit: Visit): boolean {
  const before = pos === 0 ? " " : visit.textOf({ pos: pos - 1, end: pos });
  const after = visit.textOf({ pos: end, end: end + 1 });
  return !/^[\s(;|&<>]$/.test(before) || !/^[\s);|&<>]?$/.test(after);
}

// From the first quote on, in one pass: an expansion can have thousands of them.
const ODD_QUOTES = /^[^']*'.*[$`]|\$'|[<>]\(|^[^`]*`.*'/s;

function visitParameter(part: ParameterExpansionPart, visit: Visit, isQuoted: boolean): void {
  const { operation, index, prefix } = part;
  // Where quotes are plain characters for bash, the parser still sees quotes.
  if (isQuoted && operation !== undefined && ODD_QUOTES.test(part.text.slice(2))) {
    visit.notUnderstood(part, "quotes in this expansion");
    return;
  }
  const isList = index?.value === "@" || index?.value === "*";
  // `${!x}` is whatever variable x names; `${!x[@]}` and `${!x*}` are only names.
  if (prefix === "!" && !isList && operation?.type !== "Names") {
    visit.notUnderstood(part, "which variable this is");
    return;
  }
  if (index !== undefined) {
    visitWord(index, visit);
    visitSubscript(index, visit);
  }
  switch (operation?.type) {
    case undefined:
    case "Names":
      return;
    case "Default":
      if (operation.operator.endsWith("=")) visit.assign(part.parameter, part, false);
      visitWord(operation.operand, visit);
      return;
    case "Remove":
      visitWord(operation.operand, visit);
      return;
    case "Replace":
      visitWord(operation.pattern, visit);
      visitWord(operation.replacement, visit);
      return;
    case "CaseModification":
      if (operation.operand !== undefined) visitWord(operation.operand, visit);
      return;
    case "Slice":
      for (const word of [operation.offset, operation.length]) {
        if (word === undefined) continue;
        visitWord(word, visit);
        visitNumber(word, visit);
      }
      return;
    case "Transform":
      // `@P` expands a value as a prompt, which runs what is in it.
      if (!/^[UuLQEAaKk]$/.test(operation.operand.value)) visit.notUnderstood(part, "this expansion");
      return;
    case "Unknown":
      visit.notUnderstood(part, "this expansion");
  }
}
