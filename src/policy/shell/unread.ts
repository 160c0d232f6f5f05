import { defined } from "../../plan/defined.ts";
import type { Finding, FindingCode } from "./analysis.ts";
import { oddCharacter } from "./backstop.ts";

/** Longer command lines are refused: a person could not review them, either. */
export const MOST_CHARACTERS = 10_000;

/** Deep nesting takes long to parse, and hides what a line does. */
const MOST_BRACKETS = 400;

const DEEPEST = 30;

/** Command lines that are refused before parsing. */
export function refusedUnread(command: string): Finding | undefined {
  if (command.length > MOST_CHARACTERS) {
    return fault(
      command,
      "too_long",
      `it is longer than ${MOST_CHARACTERS} characters`,
      "use several shorter commands",
    );
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
