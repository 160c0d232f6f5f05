import { sliceByColumn, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { visible } from "../../../plan/visible.ts";

/** Somebody's text on one line, with nothing hidden in it. */
export function oneLine(text: string): string {
  return visible(text.trim().replaceAll(/\s*\n\s*/g, " ⏎ "));
}

/** Somebody's text on its own lines, with nothing hidden in it. */
export function manyLines(text: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => visible(line.replaceAll("\t", "    ").trimEnd()));
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

/** Broken between words, each part no wider than so many columns. */
export function wrapped(text: string, width: number): string[] {
  return wrapTextWithAnsi(text, Math.max(1, width)).map((line) => line.trimEnd());
}

/** The last word before lines leave us: pi crashes on one that is too wide. */
export function guarded(lines: readonly string[], width: number): string[] {
  return lines.map((line) => (visibleWidth(line) <= width ? line : truncateToWidth(line, Math.max(0, width), "")));
}
