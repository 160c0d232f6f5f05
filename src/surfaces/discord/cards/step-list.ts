import { counted } from "../../../plan/quantities.ts";
import { sizeOf } from "./text-size.ts";

export interface StepListing {
  count: number;
  room: number;
  /** The line of a step, with so much room for its title. */
  line: (index: number, titleRoom: number) => string;
  /** The most important steps stay when there is no room for all. */
  importance: (index: number) => number;
  isHighRisk: (index: number) => boolean;
}

/**
 * The steps of a plan in a text that is never longer than `room`. Titles are shortened first; then steps are left out,
 * the least important first, but never the first and the last step, and a note says how many.
 */
export function stepList(listing: StepListing): string {
  for (const titleRoom of TITLE_ROOMS) {
    const lines = allLines(listing, titleRoom);
    if (lines !== undefined) return lines;
  }
  return withGaps(listing, chosen(listing));
}

/** Undefined if they do not fit. */
function allLines({ count, room, line }: StepListing, titleRoom: number): string | undefined {
  const lines: string[] = [];
  let used = -1;
  for (let index = 0; index < count && used + (count - index) * SHORTEST_LINE <= room; index++) {
    const text = line(index, titleRoom);
    used += sizeOf(text) + 1;
    lines.push(text);
  }
  return lines.length === count && used <= room ? lines.join("\n") : undefined;
}

const TITLE_ROOMS = [160, 110, 80, 60];
const SHORTEST = 60;

/** `**1.** ⚪ x`, with the end of the line. */
const SHORTEST_LINE = 10;

/** Room for the note at the end. */
const NOTE = 100;
const GAP = "⋮";

function chosen({ count, room, line, importance }: StepListing): ReadonlyMap<number, string> {
  const ends = (index: number) => (index === 0 || index === count - 1 ? 1 : 0);
  const order = Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => ends(b) - ends(a) || importance(b) - importance(a) || a - b,
  );
  const kept = new Map<number, string>();
  let used = NOTE;
  for (const index of order) {
    if (used + SHORTEST_LINE > room) break;
    const text = line(index, SHORTEST);
    const cost = sizeOf(text) + sizeOf(GAP) + 2;
    if (used + cost > room) continue;
    used += cost;
    kept.set(index, text);
  }
  return kept;
}

function withGaps({ count, isHighRisk }: StepListing, kept: ReadonlyMap<number, string>): string {
  const lines: string[] = [];
  let left = 0;
  let risky = 0;
  for (let index = 0; index < count; index++) {
    const text = kept.get(index);
    if (text !== undefined) lines.push(text);
    else {
      left++;
      if (isHighRisk(index)) risky++;
      if (lines.at(-1) !== GAP) lines.push(GAP);
    }
  }
  const high = risky > 0 ? ` (${risky} of high risk)` : "";
  return [...lines, `… ${counted(left, "more step")}${high}, all in the attached plan`].join("\n");
}
