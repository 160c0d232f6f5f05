import type { ThemeColor } from "@earendil-works/pi-coding-agent";
import { visibleWidth } from "@earendil-works/pi-tui";
import type { Paint } from "../paint.ts";

/** A piece of a line, in forms from the longest to the shortest; an empty last form means it may be left out. */
export interface Part {
  forms: readonly [string, ...string[]];
  colour?: ThemeColor;
}

/** Shortens the last part first, until what is left of the line suffices for `wanted` more columns, or nothing helps. */
export function shorten(parts: readonly Part[], room: number, wanted: number, gap: number): Part[] {
  const levels = parts.map(() => 0);
  const fits = () => room - widthOf(formsAt(parts, levels), gap) >= wanted;
  for (let index = parts.length - 1; index >= 0 && !fits(); index--) {
    const last = (parts[index]?.forms.length ?? 1) - 1;
    while ((levels[index] ?? 0) < last && !fits()) levels[index] = (levels[index] ?? 0) + 1;
  }
  return formsAt(parts, levels);
}

/** The columns that parts take together, each with the gap before it. */
export function widthOf(parts: readonly Part[], gap: number): number {
  return parts.reduce((sum, { forms: [text] }) => sum + gap + visibleWidth(text), 0);
}

/** The parts in their colours, each with the gap before it. */
export function joined(parts: readonly Part[], paint: Paint, gap: number): string {
  return parts.map(({ forms: [text], colour }) => " ".repeat(gap) + (colour ? paint.fg(colour, text) : text)).join("");
}

function formsAt(parts: readonly Part[], levels: readonly number[]): Part[] {
  return parts.flatMap((part, index) => {
    const text = part.forms[levels[index] ?? 0] ?? "";
    return text === "" ? [] : [{ ...part, forms: [text] as const }];
  });
}
