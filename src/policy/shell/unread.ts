import { forEachChild, type SyntaxNode } from "unbash";
import { defined } from "../../plan/defined.ts";
import type { Finding, FindingCode } from "./analysis.ts";
import { oddCharacter } from "./backstop.ts";
import { parseLine } from "./parse-line.ts";

/** Longer command lines are refused: a person could not review them, either. */
export const MOST_CHARACTERS = 10_000;

/** Deep nesting takes long to parse, and hides what a line does. */
const MOST_BRACKETS = 400;

const DEEPEST = 30;

/** Command lines that are refused before parsing. */
export function refusedUnread(command: string, most = MOST_CHARACTERS): Finding | undefined {
  if (command.length > most) {
    return fault(command, "too_long", `it is longer than ${most} characters`, "use several shorter commands");
  }
  if ((command.match(/[({[`]/g)?.length ?? 0) > MOST_BRACKETS) {
    return fault(command, "too_long", `it has more than ${MOST_BRACKETS} brackets`, "use several simpler commands");
  }
  if (depthOf(command) > DEEPEST) {
    return fault(command, "too_long", "its brackets are nested too deeply", "use several simpler commands");
  }
  if (/[$(<>]\\\n/.test(command)) {
    return fault(command, "not_understood", "a line is continued in the middle of a bracket", "write it in one line");
  }
  const odd = oddCharacter(command);
  if (odd < 0) return undefined;
  const code = command.charCodeAt(odd).toString(16).toUpperCase().padStart(4, "0");
  const reason = `it has a character that shells read differently (U+${code})`;
  const finding = fault(command, "not_understood", reason, "leave it out, or use line breaks");
  return { ...finding, start: odd, end: odd + 1, text: "" };
}

/** The line without the texts of its here-documents in which nothing is expanded. */
export function withoutTexts(command: string): string {
  if (!/(?<!<)<<(?!<)/.test(command) || command.length > LONGEST) return command;
  const outside = command.length > MOST_CHARACTERS ? withoutLikelyTexts(command) : command;
  if (openBrackets(command) > MOST_OPEN || openBrackets(outside) * outside.length > MOST_STEPS) return command;
  const bodies: { pos: number; end: number }[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "HereDoc" && node.body.parts === undefined) bodies.push(node.body);
    forEachChild(node, visit);
  };
  try {
    visit(parseLine(command));
  } catch {
    return command;
  }
  return bodies.reduceRight((text, { pos, end }) => text.slice(0, pos) + text.slice(end), command);
}

/** Files that agents write with a here-document are shorter. */
const LONGEST = 200_000;

/** For an open bracket the parser may look through the rest of the line: so many steps take it about 20 ms. */
const MOST_STEPS = 10_000_000;
/** A line that only looks as if most of it was a here-document is parsed within a second all the same. */
const MOST_OPEN = 10_000;

function openBrackets(text: string): number {
  return text.match(/[{(`]/g)?.length ?? 0;
}

/** Without what looks like texts of here-documents, line by line: only to estimate how long the parser takes. */
function withoutLikelyTexts(command: string): string {
  let delimiter: string | undefined;
  const kept = command.split("\n").filter((line) => {
    if (delimiter !== undefined) {
      if (line.trim() === delimiter) delimiter = undefined;
      return false;
    }
    delimiter = /(?<!<)<<-?\s*['"\\]?([\w.-]+)/.exec(line)?.[1];
    return true;
  });
  return kept.join("\n");
}

/** A line that no person reviews is visited up to here all the same, to find what it writes. */
export const MOST_VISITED = 50_000;

/** A finding about the command line as a whole. */
export function fault(command: string, code: FindingCode, reason: string, hint?: string): Finding {
  const text = command.slice(0, 200);
  return { code, reason, ...defined({ hint }), start: 0, end: command.length, text };
}

/** How deep brackets are nested, quoted or not. */
function depthOf(command: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of command) {
    if (char === "(" || char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === ")" || char === "}" || char === "]") depth = Math.max(0, depth - 1);
  }
  return deepest;
}
