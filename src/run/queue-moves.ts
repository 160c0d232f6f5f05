import type { PlanId } from "../plan/plan.ts";
import type { QueueEntry } from "./queue.ts";

/** Priorities to give, in this order: whoever is queued anew waits behind others of the same priority. */
export type QueueMove = { id: PlanId; priority: number }[];

/**
 * What brings a plan one place forward, or back, and leaves all others in their order; a sentence if it cannot be moved.
 * To go back is to let the next one go forward.
 */
export function queueMove(entries: readonly QueueEntry[], id: PlanId, way: "up" | "down"): QueueMove | string {
  const at = entries.findIndex((entry) => entry.id === id);
  if (at === -1) return `${id} is not in the queue.`;
  const [ahead, mover] = way === "up" ? [entries[at - 1], entries[at]] : [entries[at], entries[at + 1]];
  if (mover === undefined || ahead === undefined) return `${id} is the ${way === "up" ? "first" : "last"} already.`;
  const reason = mover.waits_for.find(({ because, plan }) => because !== "queued" || plan === ahead.id);
  if (reason) return `${mover.id} cannot come before ${ahead.id}: it waits for ${reason.words}.`;
  const priority = ahead.priority + 1;
  const before = entries.slice(0, entries.indexOf(ahead)).filter((entry) => entry.priority < priority);
  return [...before, mover].map((entry) => ({ id: entry.id, priority }));
}
