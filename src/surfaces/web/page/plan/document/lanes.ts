import { linksOf } from "../../../../../picture/layout.ts";
import type { Step } from "../../../../../plan/plan.ts";

/** The lines beside one step of a list, from the row above to the row below. */
export interface LaneRow {
  /** The lane of the step itself. */
  lane: number;
  /** Lanes whose line comes from above and ends at the step. */
  into: readonly number[];
  /** Lanes whose line passes the step. */
  past: readonly number[];
  /** A line leaves the step downwards. */
  goes: boolean;
}

/** The order of the steps as lines beside their list, the way `git log --graph` draws commits. Lines that others imply are left out. */
export function lanesOf(steps: readonly Step[]): { rows: LaneRow[]; count: number } {
  const targets = new Map<number, Set<number>>();
  for (const { from, to } of linksOf(steps)) {
    // A list that names a step before what it needs cannot be drawn downwards.
    if (from < to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const lanes: (Set<number> | undefined)[] = [];
  let count = 1;
  const rows = steps.map((_, index): LaneRow => {
    const into = lanes.flatMap((waiting, lane) => (waiting?.delete(index) ? [lane] : []));
    for (const lane of into) if (lanes[lane]?.size === 0) lanes[lane] = undefined;
    const ended = into.find((lane) => lanes[lane] === undefined);
    const lane = ended ?? firstFree(lanes);
    const past = lanes.flatMap((waiting, other) => (waiting === undefined ? [] : [other]));
    const next = targets.get(index);
    lanes[lane] = next;
    count = Math.max(count, lane + 1);
    return { lane, into, past, goes: next !== undefined };
  });
  return { rows, count };
}

function firstFree(lanes: readonly unknown[]): number {
  const free = lanes.indexOf(undefined);
  return free < 0 ? lanes.length : free;
}
