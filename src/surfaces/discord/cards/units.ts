import { visible } from "../../../plan/visible.ts";
import { sizeOf } from "./text-size.ts";

/** A text that must not be split: a grapheme, or a spelled-out hidden character. */
export type Unit = string;

/**
 * A text in units, with hidden characters spelled out. Only about as much of it as `room` could hold is
 * read: a text of any length costs the same. `isWhole` is false where there is more of it.
 */
export function unitsOf(
  text: string,
  room: number,
  options: { multiline?: boolean; spelled?: boolean } = {},
): { units: Unit[]; isWhole: boolean } {
  const most = room + LONGEST;
  const isWhole = text.length <= most;
  const head = isWhole ? text : whole(text.slice(0, most));
  const units = visible(head, options)
    .split(SPELLED)
    .flatMap((part) => (SPELLED.test(part) ? [part] : graphemes(part)));
  return { units, isWhole };
}

/** As many units as there is room for, with `…` in place of the rest. */
export function cut(units: readonly Unit[], room: number, isWhole = true): string {
  let used = 0;
  let last = 0;
  for (const [index, unit] of units.entries()) {
    used += sizeOf(unit);
    if (used > room) return last === 0 ? "…".slice(0, Math.max(0, room)) : `${units.slice(0, last).join("")}…`;
    if (used <= room - 1) last = index + 1;
  }
  if (isWhole) return units.join("");
  return `${units.slice(0, last).join("")}…`;
}

/** No grapheme that people write is longer, so a text is cut between graphemes before it is segmented. */
const LONGEST = 64;

const SPELLED = /(‹U\+[0-9A-F]{4,6}›)/;

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Unit[] {
  if (/^[\x20-\x7E]*$/.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Without the last grapheme, of which only a part may be there. */
function whole(head: string): string {
  return graphemes(head).slice(0, -1).join("");
}
