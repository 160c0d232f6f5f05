import { type Argument, onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";

/**
 * Whether the user's `shell_allow` covers this call. A pattern is compared argument by argument: `*` in a word stands
 * for any text of that one argument, a `*` alone at the end for any further arguments.
 */
export function isAllowedByUser(call: CommandCall, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined || patterns.length === 0) return false;
  const words = [call.name as Argument, ...call.args].map(onlyValue);
  if (!words.every((word) => word !== undefined)) return false;
  return patterns.some((pattern) => matches(pattern.trim().split(/\s+/), words));
}

function matches(pattern: readonly string[], words: readonly string[]): boolean {
  const isOpen = pattern.length > 1 && pattern.at(-1) === "*";
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? words.length < fixed.length : words.length !== fixed.length) return false;
  return fixed.every((part, index) => matchesWord(part, words[index] ?? "", index === 0));
}

/** The command's name is never a pattern. A value that is not an option cannot match what is one. */
function matchesWord(part: string, word: string, isName: boolean): boolean {
  if (isName || !part.includes("*")) return part === word;
  if (word.startsWith("-") && !part.startsWith("-")) return false;
  const [first = "", ...rest] = part.split("*");
  const last = rest.pop() ?? "";
  if (!word.startsWith(first) || !word.endsWith(last)) return false;
  // The first match of each text leaves the most for the others, so none is tried twice.
  let at = first.length;
  for (const text of rest) {
    const found = word.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  return at + last.length <= word.length;
}
