import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { queueMove } from "./queue-moves.ts";
import { type Queue, queueEntries, readQueue } from "./read-queue.ts";

/** A change that a person can make to the queue. `raise` and `lower` change the priority by one. */
export type QueueChange =
  | { how: "add"; priority?: number }
  | { how: "priority"; priority: number }
  | { how: "remove" | "up" | "down" | "first" | "raise" | "lower" };

export interface Steered {
  queue: Queue;
  /** The plan's position: sentences, one a line. */
  words: string;
}

/** Adds a signed plan to the queue, removes it, or moves it. */
export async function changeQueue(desk: Desk, id: PlanId, steering: QueueChange, by: Actor): Promise<Outcome<Steered>> {
  const changed = await change(desk, id, steering, by);
  if (!changed.ok) return changed;
  const queue = await readQueue(desk);
  if (steering.how === "remove") return yes({ queue, words: `${id} is no longer in the queue; it stays approved.` });
  return yes({ queue, words: placeWords(id, queue) });
}

async function change(desk: Desk, id: PlanId, steering: QueueChange, by: Actor): Promise<Outcome<unknown>> {
  if (steering.how === "add") {
    const { priority } = steering;
    return desk.send(id, { type: "queue", ...defined({ priority }) }, by);
  }
  if (steering.how === "remove") return desk.send(id, { type: "unqueue" }, by);
  // A process may have started or removed the plan since it was read: that is no error.
  const give = (plan: PlanId, priority: number) => desk.send(plan, { type: "queue", priority, moves: true }, by);
  const entries = await queueEntries(desk);
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) {
    const found = await desk.plan(id);
    return found.ok
      ? no("not_queued", `${id} is not in the queue.`, {
          next: [{ move: "queue", plan: id, what: "put it into the queue" }],
        })
      : found;
  }
  switch (steering.how) {
    case "priority":
      return give(id, steering.priority);
    case "raise":
      return give(id, entry.priority + 1);
    case "lower":
      return give(id, entry.priority - 1);
    case "up":
    case "down":
    case "first": {
      const move = queueMove(entries, id, steering.how);
      if (typeof move === "string") return no("wrong_state", move);
      for (const { id: plan, priority } of move) {
        const given = await give(plan, priority);
        // A plan that has left the queue since it was read counts as passed.
        if (!given.ok && (plan === id || !GONE.includes(given.refusal.kind))) return given;
      }
      return yes(undefined);
    }
  }
}

const GONE: readonly string[] = ["not_queued", "wrong_state"];

function placeWords(id: PlanId, { entries }: Queue): string {
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return `${id} is in the queue: gone already.`;
  const place = `number ${entry.position} of ${entries.length}, priority ${entry.priority}`;
  return [`${id} is in the queue: ${place}.`, ...entry.waits_for.map(({ words }) => `It waits for ${words}.`)].join(
    "\n",
  );
}
