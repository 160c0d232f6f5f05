import type { PlanId } from "../plan/plan.ts";
import type { QueueEntry } from "./queue.ts";

/** Priorities to set, in this order: a plan with a new priority waits behind others of that priority. */
export type QueueMove = { id: PlanId; priority: number }[];

/**
 * The changes that move a plan one position up, down, or to the front, and keep the others in order; a sentence if it cannot
 * move. Moving down is moving the next one up.
 */
export function queueMove(
  entries: readonly QueueEntry[],
  id: PlanId,
  way: "up" | "down" | "first",
): QueueMove | string {
  const at = entries.findIndex((entry) => entry.id === id);
  if (at === -1) return `${id} is not in the queue.`;
  if (way !== "down" && at === 0) return `${id} is the first already.`;
  const [ahead, mover] =
    way === "down" ? [entries[at], entries[at + 1]] : [entries[way === "up" ? at - 1 : 0], entries[at]];
  if (mover === undefined || ahead === undefined) return `${id} is the last already.`;
  const passed = new Set(entries.slice(entries.indexOf(ahead), entries.indexOf(mover)).map((entry) => entry.id));
  const reason = mover.waits_for.find(({ because, plan }) => because !== "queued" || passed.has(plan));
  if (reason) {
    const other = passed.has(reason.plan) ? reason.plan : ahead.id;
    return `${mover.id} cannot come before ${other}: it waits for ${reason.words}.`;
  }
  const priority = ahead.priority + 1;
  const before = entries.slice(0, entries.indexOf(ahead)).filter((entry) => entry.priority < priority);
  return [...before, mover].map((entry) => ({ id: entry.id, priority }));
}
