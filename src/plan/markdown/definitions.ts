import type { Span } from "./lines.ts";

/**
 * The link definitions at the start of a paragraph, as spans of whole lines; the rest is a paragraph, or nothing.
 * @param lines of a paragraph, without leading blanks
 */
export function definitionsIn(text: string, lines: readonly Span[]): Span[] {
  const found: Span[] = [];
  if (lines[0] === undefined || text[lines[0].start] !== "[") return found;
  const words = lines.map(({ start, end }) => text.slice(start, end)).join("\n");
  let number = 0;
  for (let at = 0; ; ) {
    const end = definitionEnd(words, at);
    const first = lines[number];
    if (end === undefined || first === undefined) return found;
    number += words.slice(at, end).split("\n").length;
    found.push({ start: first.start, end: lines[number - 1]?.end ?? first.end });
    at = end + 1;
  }
}

/** The end of the last line of the definition that starts here. */
function definitionEnd(words: string, at: number): number | undefined {
  const label = matchAt(LABEL, words, at);
  if (label === undefined || label.replaceAll("\n", "").length > LONGEST_LABEL || !/[^ \t\n[\]:]/.test(label))
    return undefined;
  const from = at + label.length + (matchAt(SPACE, words, at + label.length)?.length ?? 0);
  const to = destinationEnd(words, from);
  if (to === undefined) return undefined;
  const last = matchAt(TITLE, words, to) ?? matchAt(REST, words, to);
  return last === undefined ? undefined : to + last.length;
}

function destinationEnd(words: string, from: number): number | undefined {
  if (words[from] === "<") {
    const enclosed = matchAt(ENCLOSED, words, from);
    return enclosed === undefined ? undefined : from + enclosed.length;
  }
  let depth = 0;
  let at = from;
  for (; at < words.length; at++) {
    const character = words[at] ?? "";
    if (/[\x01-\x20\x7f]/.test(character)) break;
    if (character === ")" && depth === 0) break;
    if (character === "\\" && /[()\\]/.test(words[at + 1] ?? "")) at++;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
  }
  return at > from && depth === 0 ? at : undefined;
}

function matchAt(pattern: RegExp, words: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(words)?.[0];
}

const LONGEST_LABEL = "[]:".length + 999;
// Every character matches in one way only, so that no text causes backtracking.
const LABEL = /\[(?:[^[\]\\]|\\[\\[\]]|\\(?![\\[\]]))*\]:/y;
const SPACE = /[ \t\n]+/y;
const ENCLOSED = /<(?:[^<>\\\n]|\\[\\<>]|\\(?![\\<>]))*>/y;
const TITLE = new RegExp(
  `[ \\t\\n]+(?:${titleIn('"', '"')}|${titleIn("'", "'")}|${titleIn("\\(", ")")})[ \\t]*(?=\\n|$)`,
  "y",
);
const REST = /[ \t]*(?=\n|$)/y;

function titleIn(open: string, close: string): string {
  return `${open}(?:[^${close}\\\\]|\\\\[${close}\\\\]|\\\\(?![${close}\\\\]))*[${close}]`;
}
