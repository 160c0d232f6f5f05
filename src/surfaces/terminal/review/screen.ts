import { visibleWidth } from "@earendil-works/pi-tui";
import type { Paint } from "../paint.ts";
import type { DrawnPage, Pages } from "./pages.ts";

export interface ScreenParts {
  head: readonly string[];
  foot: readonly string[];
  page: DrawnPage;
  pages: Pages;
  width: number;
  rows: number;
}

/** Rows that the page always has. */
const LEAST = 3;

/** Head, page and foot in exactly the rows there are. On a small screen the head goes first, then the foot's top. */
export function screen(paint: Paint, parts: ScreenParts): string[] {
  const { page, pages, width, rows } = parts;
  const footRows = Math.min(parts.foot.length, Math.max(0, rows - LEAST - 1));
  const foot = footRows === 0 ? [] : parts.foot.slice(-footRows);
  const spare = rows - foot.length - LEAST - 2;
  const head = spare >= parts.head.length ? parts.head : parts.head.slice(0, Math.max(0, spare));
  const frame = (head.length > 0 ? head.length + 1 : 0) + (foot.length > 0 ? foot.length + 1 : 0);
  const height = Math.max(1, rows - frame);
  pages.place(page, height);
  const { lines, spans } = page;
  const { top, selected } = pages.viewport;
  const { start, end } = spans[selected] ?? { start: 0, end: 0 };
  const body = Array.from({ length: height }, (_, row) => {
    const at = top + row;
    const line = lines[at];
    if (line === undefined) return "";
    return at >= start && at < end ? `${paint.fg("accent", "▎")} ${line}` : `  ${line}`;
  });
  return [
    ...head.map((line) => ` ${line}`),
    ...(head.length > 0 ? [rule(paint, "", width)] : []),
    ...body,
    ...(foot.length > 0 ? [rule(paint, position(top, height, lines.length), width)] : []),
    ...foot.map((line) => (line === "" ? "" : ` ${line}`)),
  ].slice(0, rows);
}

function position(top: number, height: number, total: number): string {
  if (total <= height) return "";
  const arrows = `${top > 0 ? "↑" : ""}${top + height < total ? "↓" : ""}`;
  return ` ${top + 1}–${Math.min(total, top + height)} of ${total} ${arrows} `;
}

function rule(paint: Paint, words: string, width: number): string {
  const right = words === "" || visibleWidth(words) + 4 > width ? "" : words;
  const tail = right === "" ? "" : "──";
  const line = "─".repeat(Math.max(0, width - visibleWidth(right) - tail.length));
  return `${paint.fg("borderMuted", line)}${paint.fg("dim", right)}${paint.fg("borderMuted", tail)}`;
}
