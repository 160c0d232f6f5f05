import type { Theme } from "@earendil-works/pi-coding-agent";
import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { visible } from "./visible-in-terminal.ts";

/** What the review uses of pi's theme. */
export type Paint = Pick<Theme, "fg" | "bold">;

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

/** `first` before the first line; what follows stands under the text, and so cannot pass for a line of its own. */
export function hanging(first: string, text: string, width: number, style: (line: string) => string = same): string[] {
  const indent = visibleWidth(first);
  const lines = wrapped(text, width - indent);
  return lines.map((line, index) => `${index === 0 ? first : " ".repeat(indent)}${style(line)}`);
}

/** `left` and `right` on one line if there is room for both. */
export function spread(left: string, right: string, width: number): string | undefined {
  const room = width - visibleWidth(left) - visibleWidth(right);
  return room < 2 ? undefined : `${left}${" ".repeat(room)}${right}`;
}

/** The last resort against a line that is too wide: pi does not survive one. */
export function fitted(line: string, width: number): string {
  return visibleWidth(line) <= width ? line : truncateToWidth(line, width, "…");
}

export function same(text: string): string {
  return text;
}

/** A list in words; an item that could be taken for two, or for a label of ours, is quoted. */
export function listed(items: readonly string[]): string {
  return items.map((item) => visible(/[,"·\n]|^\s|\s$/.test(item) ? JSON.stringify(item) : item)).join(", ");
}
