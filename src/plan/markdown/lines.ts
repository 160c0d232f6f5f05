export interface Span {
  start: number;
  end: number;
}

const LINE_BREAK = /\r\n|\n|\r/;
const LINE_BREAKS = /\r\n|\n|\r/g;

/**
 * Markdown also counts a lone carriage return as a line break. Texts of a plan have only `
 * `.
 */
export function normalBreaks(text: string): string {
  return text.includes("\r") ? text.replace(LINE_BREAKS, "\n") : text;
}

export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== "\n" && text[at - 1] !== "\r") at--;
  return at;
}

export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** The start of the next line; after the last one, the end of the text. */
export function nextLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return Math.min(text.length, end + (text.startsWith("\r\n", end) ? 2 : 1));
}

/** A span without leading blank lines and trailing white space. */
export function trimmed(text: string, { start, end }: Span): Span {
  const blank = /^(?:[ \t]*(?:\r\n|\n|\r))+/.exec(text.slice(start, end))?.[0].length ?? 0;
  let last = end;
  while (last > start + blank && /[ \t\r\n]/.test(text[last - 1] ?? "")) last--;
  return { start: start + blank, end: Math.max(last, start + blank) };
}

/** The column of an offset, from 0, with tabs as in markdown. */
export function columnOf(text: string, offset: number): number {
  let column = 0;
  for (let at = lineStart(text, offset); at < offset; at++) column += text[at] === "\t" ? 4 - (column % 4) : 1;
  return column;
}

/** The text of a span inside a list item: later lines lose the item's indentation. */
export function dedented(text: string, { start, end }: Span, indent: number): string {
  const [first = "", ...rest] = text.slice(start, end).split(LINE_BREAK);
  return [first, ...rest.map((line) => withoutIndent(line, indent))].join("\n");
}

/** The same for a span that starts at the beginning of a line: all lines lose it. */
export function dedentedLines(text: string, { start, end }: Span, indent: number): string {
  const lines = text.slice(start, end).split(LINE_BREAK);
  return lines.map((line) => withoutIndent(line, indent)).join("\n");
}

function withoutIndent(line: string, indent: number): string {
  let at = 0;
  for (let column = 0; column < indent && (line[at] === " " || line[at] === "\t"); at++) {
    column += line[at] === "\t" ? 4 - (column % 4) : 1;
  }
  return line.slice(at);
}

/** The reverse: indents every line except the first and empty ones. */
export function indented(text: string, prefix: string): string {
  return text.replace(/\n(?!\n|$)/g, `\n${prefix}`);
}

/** Without markdown's white space around it; spaces of other scripts belong to the text. */
export function withoutOuterSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && " \t\n".includes(text[start] ?? "")) start++;
  while (end > start && " \t\n".includes(text[end - 1] ?? "")) end--;
  return text.slice(start, end);
}
