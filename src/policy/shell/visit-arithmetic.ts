import type { ArithmeticExpression, ParsedScript, Word } from "unbash";
import type { Argument } from "./argument.ts";
import { printsLooseNumber, printsNumber } from "./prints.ts";
import { isAssignment } from "./variables.ts";
import type { Node, Visit } from "./visit.ts";
import { argumentOf } from "./words.ts";

/** Arithmetic, which certainly runs or may not: bash runs substitutions that it finds in the values of variables, so those must be numbers. */
export function visitArithmetic(node: ArithmeticExpression, visit: Visit, isCertain = false): void {
  switch (node.type) {
    case "ArithmeticBinary": {
      if (isAssignment(node.operator)) visitTarget(node.left, visit, isCertain);
      visitArithmetic(node.left, visit, isCertain);
      const isLazy = node.operator === "&&" || node.operator === "||";
      visitArithmetic(node.right, visit, isCertain && !isLazy);
      return;
    }
    case "ArithmeticUnary":
      if (node.operator === "++" || node.operator === "--") visitTarget(node.operand, visit, isCertain);
      visitArithmetic(node.operand, visit, isCertain);
      return;
    case "ArithmeticTernary":
      for (const part of [node.test, node.consequent, node.alternate]) visitArithmetic(part, visit);
      return;
    case "ArithmeticGroup":
      visitArithmetic(node.expression, visit, isCertain);
      return;
    case "ArithmeticCommandExpansion":
      if (node.script === undefined || !isNumberScript(node.script, visit)) findArithmetic(node, visit);
      else visit.substitution(node, node.script);
      return;
    case "ArithmeticWord":
      if (!isNumberText(node.value, visit)) findArithmetic(node, visit);
  }
}

/** A word that bash reads as arithmetic; its parts have been visited. */
export function visitNumber(word: Word, visit: Visit): void {
  if (/^\s*-?\s*\d+\s*$/.test(word.value) || isNumberText(word.value, visit)) return;
  const [part, ...more] = word.parts ?? [];
  if (more.length === 0 && part?.type === "CommandExpansion" && isNumberScript(part.script, visit)) return;
  if (!isNumberArgument(argumentOf(word, visit.context()))) findArithmetic(word, visit);
}

/** Nothing at all is no command, either. */
function isNumberScript(script: ParsedScript | undefined, visit: Visit): boolean {
  return printsNumber(script) || (printsLooseNumber(script) && !hasOddNames(visit));
}

/** What grep says of a binary file begins with a word that could be a variable. */
function hasOddNames({ variables }: Visit): boolean {
  return variables.isAssigned("grep") || variables.isAssigned("Binary");
}

/** The brackets of `x[…]`; their parts have been visited. */
export function visitSubscript(index: Word, visit: Visit): void {
  if (index.value === "@" || index.value === "*" || isPlainSubscript(index.text, visit)) return;
  visitNumber(index, visit);
}

/** A number, or a word no variable of the script has for a name: a key of an associative list. */
export function isPlainSubscript(text: string, { variables }: Visit): boolean {
  return /^\d+$/.test(text) || (/^[A-Za-z_]\w*$/.test(text) && !variables.isAssigned(text));
}

export function findArithmetic(node: Node, visit: Visit): void {
  const at = visit.span(node);
  const reason = `bash would run a command found in the value of ${at.text}, which is unknown`;
  visit.find(
    at,
    "dynamic",
    reason,
    "use whole numbers, or variables that only ever hold them; count with sort | uniq -c, or with awk",
  );
}

function visitTarget(node: ArithmeticExpression, visit: Visit, isCertain: boolean): void {
  if (node.type === "ArithmeticWord" && /^[A-Za-z_]\w*$/.test(node.value)) visit.assign(node.value, node, isCertain);
  else if (node.type !== "ArithmeticWord") findArithmetic(node, visit);
}

/** Variables that bash itself keeps as numbers. */
const NUMBERS = new Set("RANDOM SECONDS LINENO UID EUID PPID BASHPID EPOCHSECONDS".split(" "));

function isNumberText(text: string, visit: Visit): boolean {
  const { variables } = visit;
  if (/^(?:\d+|0[xX][\da-fA-F]+|\d+#\w+|\$[#?]|\$\{#\w+(?:\[[@*]\])?\})$/.test(text)) return true;
  const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(text)?.[1];
  return (
    name !== undefined &&
    ((variables.isNumber(name) && !(variables.isLoose(name) && hasOddNames(visit))) || NUMBERS.has(name))
  );
}

function isNumberArgument({ isNumber, values }: Argument): boolean {
  return isNumber === true || (values?.every((value) => /^-?\d+$/.test(value)) ?? false);
}
