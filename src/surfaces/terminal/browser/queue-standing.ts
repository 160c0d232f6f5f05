import type { PlanRow } from "../../../desk/rows.ts";
import type { PlanId } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { mayEnd, type QueueEntry } from "../../../run/queue.ts";
import type { Queue } from "../../../run/read-queue.ts";
import type { PlanStanding } from "./plan-standing.ts";

/** A plan's place in the queue. */
export interface QueuePlace {
  entry: QueueEntry;
  /** So many wait with it. */
  of: number;
  /** What it waits for when no plan comes before it: a slot, others that will take one first, or nothing. */
  turn: "now" | "others_first" | "no_slot";
  /** What it waits for, in sentences: the plans by their ids and titles. */
  waits: string[];
}

/** Everybody's place; plans that are waited for are told by the titles that are known. */
export function queuePlaces(
  { entries, running, most }: Queue,
  titles: ReadonlyMap<PlanId, string>,
): Map<PlanId, QueuePlace> {
  // Those that are carried out within a session take no slot.
  const free = most - running.filter(({ holder }) => holder !== undefined).length;
  let ahead = 0;
  return new Map(
    entries.map((entry) => {
      const turn = free <= 0 ? "no_slot" : ahead < free ? "now" : "others_first";
      if (entry.waits_for.length === 0) ahead += 1;
      const waits = entry.waits_for.map(({ plan, words }) =>
        [`waits for ${words}`, ...(titles.get(plan) ? [titles.get(plan)] : [])].join(": "),
      );
      return [entry.id, { entry, of: entries.length, turn, waits }];
    }),
  );
}

/** Where a plan stands in the queue, as a list shows it: its place, and what it waits for first. */
export function queueStanding({ entry, of, turn }: QueuePlace, { waiting }: PlanRow): PlanStanding {
  const mark = `${entry.position}.`.padStart(`${of}.`.length);
  const place = { group: "Queue", mark } as const;
  if (!entry.waits_for.every(mayEnd)) return { ...place, colour: "error", words: "cannot run" };
  if (entry.waits_for.length > 0) return { ...place, colour: "warning", words: "after a plan" };
  if (waiting > 0) return { ...place, colour: "warning", words: `${counted(waiting, "request")} open` };
  return { ...place, ...TURNS[turn] };
}

const TURNS = {
  now: { colour: "success", words: "may run now" },
  others_first: { colour: "muted", words: "others first" },
  no_slot: { colour: "muted", words: "no free slot" },
} as const;

/** How many may be carried out at once, and how many are. */
export function slotWords({ running, most }: Queue): string {
  return `carried out now: ${running.length} of ${counted(most, "plan")} that may run at once`;
}

/** What somebody should know who waits for plans that may run, while nothing does. */
export function idleWords({ entries, running }: Queue): string | undefined {
  const isReady = entries.some(({ waits_for }) => waits_for.length === 0);
  return isReady && running.length === 0 ? "countersign queue run carries them out, one after the other." : undefined;
}
