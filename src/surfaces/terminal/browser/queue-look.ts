import type { PlanRow } from "../../../desk/rows.ts";
import type { PlanId } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { mayEnd, type QueueEntry } from "../../../run/queue.ts";
import type { Queue } from "../../../run/read-queue.ts";
import type { PlanLook } from "./plan-look.ts";

/** A plan's place in the queue. */
export interface QueuePlace {
  entry: QueueEntry;
  /** The length of the queue. */
  of: number;
  /** What it waits for if it depends on no plan: a slot, others that take one first, or nothing. */
  turn: "now" | "others_first" | "no_slot";
  /** The plans it waits for, each as a sentence with id and title. */
  waits: string[];
}

/** The place of every plan in the queue; a plan that another waits for is named with its title, if that is known. */
export function queuePlaces(
  { entries, running, most }: Queue,
  titles: ReadonlyMap<PlanId, string>,
): Map<PlanId, QueuePlace> {
  // Plans that run within a session take no slot.
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

/** A queued plan as a row of the list: its place, and what it waits for first. */
export function queueLook({ entry, of, turn }: QueuePlace, { waiting }: PlanRow): PlanLook {
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

/** How many plans run, and how many may. */
export function slotWords({ running, most }: Queue): string {
  return `running now: ${running.length} of at most ${most}`;
}

/** How to run plans that could run while no process runs any. */
export function idleWords({ entries, running }: Queue): string | undefined {
  const isReady = entries.some(({ waits_for }) => waits_for.length === 0);
  return isReady && running.length === 0 ? "To run them one after the other: countersign queue run" : undefined;
}
