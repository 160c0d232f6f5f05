import type { Redirection } from "unbash";
import { type Argument, onlyValue } from "./argument.ts";
import type { Visit } from "./visit.ts";
import { visitPart, visitWord } from "./visit-word.ts";
import { argumentOf } from "./words.ts";
import { writesTo } from "./writes.ts";

/** A redirection: what is read may be read, and nothing is written but /dev/null. */
export function visitRedirection(node: Redirection, visit: Visit): void {
  if (node.type === "HereDoc") for (const part of node.body.parts ?? []) visitPart(part, visit, true);
  else if (node.target !== undefined) visitWord(node.target, visit);
  if (node.descriptor?.type === "FileDescriptorVariable") {
    visit.notUnderstood(node, "this redirection");
    return;
  }
  // With a file for reading as its output, a command could open it anew through /dev/stdout, and write to it.
  if (!node.operator.startsWith(">") && !node.operator.startsWith("&") && (node.descriptor?.value ?? 0) > 0) {
    visit.notUnderstood(node, "reading by another descriptor than 0");
    return;
  }
  if (node.type === "HereDoc" || node.type === "HereString") return;
  if (node.target === undefined) {
    visit.notUnderstood(node, "this redirection");
    return;
  }
  const at = visit.span(node);
  const target = argumentOf(node.target, visit.context());
  const value = onlyValue(target);
  switch (node.operator) {
    case "<":
      if (
        [...(target.values ?? []), target.prefix].some((name) => /^\/dev\/(?:tcp|udp)/.test(name)) ||
        isHidden(target, visit)
      ) {
        visit.find(at, "redirect", "this opens a connection to the network");
      }
      visit.reads({ name: { ...target, values: ["<"] }, args: [target] }, false);
      return;
    case ">&":
    case "<&":
      if (/^(?:[1-9]|-)$/.test(visit.textOf(node.target)) || (node.operator === "<&" && value === "0")) return;
      break;
    case "<>":
      break;
    default:
      if (value === "/dev/null") return;
      if (value === "/dev/stderr" || value === "/dev/stdout") return;
  }
  const hint = "let it print instead; only /dev/null may be written to";
  visit.find(at, "redirect", `${at.text} writes to a file`, hint, writesTo(target));
}

/** A name that cannot be told, in a script that speaks of what leads to the network. */
function isHidden({ values }: Argument, visit: Visit): boolean {
  return values === undefined && visit.mentions.network;
}
