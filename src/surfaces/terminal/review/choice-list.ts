import { type SelectItem, SelectList } from "@earendil-works/pi-tui";
import type { Paint } from "../paint.ts";

/** A list in the foot of the review: ↑↓ choose, Enter takes. */
export function choiceList(paint: Paint, items: readonly SelectItem[], rows: number): SelectList {
  const theme = {
    selectedPrefix: (text: string) => paint.fg("accent", text),
    selectedText: (text: string) => paint.fg("accent", text),
    description: (text: string) => paint.fg("muted", text),
    scrollInfo: (text: string) => paint.fg("dim", text),
    noMatch: (text: string) => paint.fg("warning", text),
  };
  return new SelectList([...items], rows, theme, { maxPrimaryColumnWidth: 120 });
}
