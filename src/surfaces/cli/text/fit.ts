import { columns, graphemes } from "../../../plan/wrap.ts";

/** Cuts a text to `width` columns; an ellipsis marks the cut. */
export function cut(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let [shown, used] = ["", 0];
  for (const character of graphemes(text)) {
    used += columns(character);
    if (used > width - 1) break;
    shown += character;
  }
  return width < 1 ? "" : `${shown.trimEnd()}…`;
}

/** The first lines, indented, and how many more there are. */
export function firstLines(lines: readonly string[], most: number): string[] {
  const more = lines.length - most;
  return [...lines.slice(0, most).map((line) => `  ${line}`), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** Cuts or pads a text to `width` columns. */
export function padded(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + " ".repeat(Math.max(0, width - columns(shown)));
}
