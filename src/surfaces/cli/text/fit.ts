import { columns } from "../../../plan/wrap.ts";

let segmenter: Intl.Segmenter | undefined;

/** No wider than `width` columns; what is cut off is told by an ellipsis. */
export function cut(text: string, width: number): string {
  if (columns(text) <= width) return text;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let [shown, used] = ["", 0];
  for (const { segment } of segmenter.segment(text)) {
    used += columns(segment);
    if (used > width - 1) break;
    shown += segment;
  }
  return width < 1 ? "" : `${shown.trimEnd()}…`;
}

/** Cut, or filled up with spaces. */
export function padded(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + " ".repeat(Math.max(0, width - columns(shown)));
}
