import type { LineCursor } from "./line-cursor.ts";
import type { Span } from "./lines.ts";

/** `## Words ##`: its depth, and the position of its words. */
export function headingAt({ text, place, end }: LineCursor): { depth: number; words: Span } | undefined {
  const line = text.slice(place, end);
  const depth = /^#{1,6}(?=[ \t]|$)/.exec(line)?.[0].length;
  if (depth === undefined) return undefined;
  const from = depth + (/^[ \t]*/.exec(line.slice(depth))?.[0].length ?? 0);
  let to = withoutBlanks(line, from, line.length);
  let marks = to;
  while (marks > from && line[marks - 1] === "#") marks--;
  // Closing marks count only after a blank.
  if (marks === from || /[ \t]/.test(line[marks - 1] ?? "")) to = withoutBlanks(line, from, marks);
  return {
    depth,
    words: from < to ? { start: place + from, end: place + to } : { start: place + depth, end: place + depth },
  };
}

/** A line under a paragraph that makes it a heading. */
export function underlineAt({ text, place, end }: LineCursor): 1 | 2 | undefined {
  const line = text.slice(place, end);
  if (!/^(?:=+|-+)[ \t]*$/.test(line)) return undefined;
  return line[0] === "=" ? 1 : 2;
}

export function isRule({ text, place, end }: LineCursor): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text.slice(place, end));
}

/** The start of a fenced code block: its fence, and its info string. */
export function fenceAt({ text, place, end }: LineCursor): { fence: string; info: string } | undefined {
  const [, fence, info] = /^(`{3,}|~{3,})[ \t]*(.*)$/s.exec(text.slice(place, end)) ?? [];
  if (fence === undefined || info === undefined || (fence[0] === "`" && info.includes("`"))) return undefined;
  return { fence, info };
}

export function closesFence({ text, place, end, indent }: LineCursor, fence: string): boolean {
  if (indent >= 4 || !text.startsWith(fence, place)) return false;
  let at = place;
  while (at < end && text[at] === fence[0]) at++;
  return withoutBlanks(text, at, end) === at;
}

export interface ListMarker {
  /** `-`, `+`, `*`, `.` or `)`: items with the same one belong to one list. */
  kind: string;
  length: number;
}

/** An item that interrupts a paragraph must have content and the number 1. */
export function listMarkerAt(line: LineCursor, interrupting: boolean): ListMarker | undefined {
  const { text, place, end } = line;
  const [marker, number, kind = marker] = /^(?:[-+*]|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(text.slice(place, end)) ?? [];
  if (marker === undefined || kind === undefined) return undefined;
  if ((kind === "-" || kind === "*") && isRule(line)) return undefined;
  const isEmpty = withoutBlanks(text, place + marker.length, end) === place + marker.length;
  if (interrupting && (isEmpty || (number !== undefined && number !== "1"))) return undefined;
  return { kind, length: marker.length };
}

/** The end of a span without trailing blanks. */
export function withoutBlanks(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && (text[last - 1] === " " || text[last - 1] === "\t")) last--;
  return last;
}
