import type { Redirection, Word } from "unbash";
import { type Argument, onlyValue } from "./argument.ts";
import { mayLeadToSecret } from "./forbidden-reads.ts";
import { NAME_FILES } from "./unknown-values.ts";
import type { Visit } from "./visit.ts";
import { visitPart, visitWord } from "./visit-word.ts";
import { argumentOf } from "./words.ts";
import { writesTo } from "./writes.ts";

/** A redirection: only readable files are read, and only /dev/null is written. */
export function visitRedirection(node: Redirection, visit: Visit): void {
  if (node.type === "HereDoc") for (const part of node.body.parts ?? []) visitPart(part, visit, true);
  else if (node.target !== undefined) visitWord(node.target, visit);
  if (node.descriptor?.type === "FileDescriptorVariable") {
    visit.notUnderstood(node, "this redirection");
    return;
  }
  // With a file for reading as its output, a command could open it again through /dev/stdout, and write to it.
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
      if ([...(target.values ?? []), target.prefix].some((name) => /^\/dev\/(?:tcp|udp)/.test(name)))
        visit.find(at, "redirect", "this opens a connection to the network");
      else findUnknownFile(node.target, target, visit);
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

/** An unknown name must be one below: others open connections, or lead to forbidden paths. */
function findUnknownFile(word: Word, target: Argument, visit: Visit): void {
  const { values, below, prefix, text } = target;
  if (values !== undefined || (word.parts?.length === 1 && word.parts[0]?.type === "ProcessSubstitution")) return;
  const isApart = prefix.startsWith("/") ? !/^\/(?:d(?:e(?:v.*)?)?)?$/s.test(prefix) : prefix !== "";
  if (
    visit.facts.sandboxed
      ? !visit.mentions.network
      : !mayLeadToSecret(target, visit) && (isApart || (below !== "piece" && prefix === ""))
  )
    return;
  const hint =
    below === undefined || isApart
      ? NAME_FILES
      : `write ./ in front: ${text.replace(/^"?/, '"./').replace(/"?$/, '"')}`;
  visit.find(target, "redirect", `${text} may be any file, or open a connection to the network`, hint);
}
