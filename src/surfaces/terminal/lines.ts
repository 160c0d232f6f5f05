import { sliceByColumn, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Paint } from "./paint.ts";
import { visible } from "./visible-in-terminal.ts";

/** Foreign text on one line, with nothing hidden in it. */
export function oneLine(text: string): string {
  return visible(text.trim().replaceAll(/\s*\n\s*/g, " ⏎ "));
}

/** Foreign text on its own lines, with nothing hidden in it. */
export function manyLines(text: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => visible(line.replaceAll("\t", "    ").trimEnd()));
}

/** Items with commas between; an item that could be read as two, or as a label of ours, is quoted. */
export function listed(items: readonly string[]): string {
  return items.map((item) => visible(/[,"·\n]|^\s|\s$/.test(item) ? JSON.stringify(item) : item)).join(", ");
}

/** No wider than so many columns. For text without colours: they would be cut through. */
export function cut(text: string, width: number): string {
  if (width <= 0) return "";
  if (visibleWidth(text) <= width) return text;
  return `${sliceByColumn(text, 0, width - 1, true).trimEnd()}…`;
}

/** Cut, and filled up to exactly so many columns. */
export function filled(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + " ".repeat(Math.max(0, width - visibleWidth(shown)));
}

/**
 * Breaks a line between words so that no part is wider than `width` columns. Nothing is ever cut off: a cluster that is
 * wider than the screen (some scripts join without end) is broken between its characters.
 */
export function wrapped(line: string, width: number): string[] {
  const room = Math.max(2, width);
  return wrapTextWithAnsi(line, room).flatMap((part) => (visibleWidth(part) <= room ? [part] : broken(part, room)));
}

/** Between any two characters, also within a cluster. */
export function broken(part: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const character of part) {
    if (line !== "" && visibleWidth(line + character) > room) {
      lines.push(line);
      line = "";
    }
    line += character;
  }
  return [...lines, line];
}

/** Text as it was written, long lines wrapped, behind a bar: so it cannot pass for a line of ours. */
export function prose(paint: Paint, text: string, width: number): string[] {
  const bar = paint.fg("borderMuted", "│");
  return text.split("\n").flatMap((line) => {
    const plain = line.replaceAll("\t", "    ");
    const lead = /^ {0,12}/.exec(plain)?.[0].slice(0, Math.max(0, width - 12)) ?? "";
    const parts = wrapped(visible(plain.slice(lead.length)), width - 2 - lead.length);
    return parts.map((part) => `${bar} ${lead}${part}`);
  });
}

/** `first` before the first line; later lines are indented, and so cannot pass for a line of their own. */
export function hanging(first: string, text: string, width: number, style: (line: string) => string = same): string[] {
  const indent = visibleWidth(first);
  const lines = wrapped(text, width - indent);
  return lines.map((line, index) => `${index === 0 ? first : " ".repeat(indent)}${style(line)}`);
}

/** Joins pieces into as few lines as they need; no piece is broken. */
export function packed(pieces: readonly string[], gap: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const longer = `${lines.at(-1)}${gap}${piece}`;
    if (lines.length > 0 && visibleWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

/** `left` and `right` on one line if there is room for both. */
export function spread(left: string, right: string, width: number): string | undefined {
  const room = width - visibleWidth(left) - visibleWidth(right);
  return room < 2 ? undefined : `${left}${" ".repeat(room)}${right}`;
}

/** The last check before pi gets the lines: a line that is too wide ends pi with an error. */
export function guarded(lines: readonly string[], width: number): string[] {
  return lines.map((line) => (visibleWidth(line) <= width ? line : truncateToWidth(line, Math.max(0, width), "")));
}

export function same(text: string): string {
  return text;
}
