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

export function visitPart(part: WordPart, visit: Visit): void {
  switch (part.type) {
    case "CommandExpansion":
    case "ProcessSubstitution":
      if (part.script === undefined) visit.notUnderstood(part, "this substitution");
      else visit.substitution(part, part.script);
      return;
    case "ArithmeticExpansion":
      if (part.expression === undefined) visit.notUnderstood(part, "this arithmetic");
      else visitArithmetic(part.expression, visit);
      return;
    case "ParameterExpansion":
      visitParameter(part, visit);
      return;
    case "DoubleQuoted":
    case "LocaleString":
      for (const child of part.parts) visitPart(child, visit);
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

function visitParameter(part: ParameterExpansionPart, visit: Visit): void {
  const { operation, index, prefix } = part;
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
      if (operation.operator.endsWith("=")) visit.assign(part.parameter, part);
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
