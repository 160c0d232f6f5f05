import type { Assignment, Word } from "unbash";
import { type Argument, onlyValue } from "./argument.ts";
import { isHarmlessSetting } from "./names.ts";
import type { Visit } from "./visit.ts";
import { findArithmetic, isPlainSubscript, visitSubscript } from "./visit-arithmetic.ts";
import { visitWord } from "./visit-word.ts";
import { argumentOf } from "./words.ts";

/** `x=1`, alone or in front of a command. */
export function visitAssignment(node: Assignment, command: Word | undefined, visit: Visit): void {
  const value = valueOfAssignment(node, visit);
  if (command === undefined) {
    visit.assign(node.name, node, true);
    return;
  }
  const at = visit.span(node);
  const known = onlyValue(value);
  if (node.name === "IFS" && ["read", "mapfile", "readarray"].includes(command.value)) {
    if (known === undefined) visit.find(at, "environment", "IFS may only be set to a text that is written out");
  } else if (!isHarmlessSetting(node.name, known)) {
    const reason = `setting ${node.name} for ${command.value} may change what it does`;
    visit.find(at, "environment", reason, "leave it out; LC_*, TZ, NO_COLOR and the like are fine");
  }
}

/** An argument such as `x=1` of `export` or `declare`. */
export function visitDeclaration(node: Assignment, visit: Visit): Argument {
  const value = valueOfAssignment(node, visit);
  const prefix = `${node.name}${node.index === undefined ? "" : "[]"}${node.append ? "+" : ""}=`;
  if (value === undefined) return { prefix: `${prefix}(`, count: "one", ...visit.span(node) };
  return {
    ...(value.values && value.count === "one" && { values: value.values.map((item) => prefix + item) }),
    prefix: prefix + value.prefix,
    // Only built-ins that declare take it for an assignment; for others it is a word that may be split.
    count: value.count,
    ...visit.span(node),
  };
}

/** What is assigned, after everything in it has been visited; nothing for a list. */
function valueOfAssignment(node: Assignment, visit: Visit): Argument | undefined {
  if (node.index !== undefined) {
    visitWord(node.index, visit);
    visitSubscript(node.index, visit);
  }
  if (node.value.type === "Word") {
    visitWord(node.value, visit);
    return argumentOf(node.value, visit.context());
  }
  for (const element of node.value.elements) {
    visitWord(element, visit);
    // `[i]=x` in a list is arithmetic as well.
    const subscript = /^\[(.*?)\]\+?=/s.exec(element.text)?.[1];
    if (subscript !== undefined && !isPlainSubscript(subscript, visit)) findArithmetic(element, visit);
  }
  // What follows the brackets is part of the word for bash, and for the parser nothing.
  if (!visit.textOf(node).endsWith(")")) visit.notUnderstood(node, "what follows this list");
  return undefined;
}
