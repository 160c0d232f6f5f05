import { columns, graphemes } from "../../../plan/wrap.ts";

/** No wider than `width` columns; what is cut off is told by an ellipsis. */
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

/** Cut, or filled up with spaces. */
export function padded(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + " ".repeat(Math.max(0, width - columns(shown)));
}
