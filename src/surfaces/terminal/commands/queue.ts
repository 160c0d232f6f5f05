import { clearQueue } from "../../../acts/clear-queue.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { counted } from "../../../plan/quantities.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { changeQueue, type QueueChange } from "../../../run/change-queue.ts";
import { type Queue, readQueue } from "../../../run/read-queue.ts";
import { oneLine } from "../lines.ts";

/** Puts a plan into the queue. */
export function queue(session: PlanSession, by: Person, id: string, priority: string): Promise<Outcome<string>> {
  return steer(session, by, id, { how: "add", ...(priority !== "" && { priority: Number(priority) }) });
}

export async function showQueue({ agent: { desk, isKept } }: PlanSession): Promise<Outcome<string>> {
  return yes(isKept ? queueText(await readQueue(desk), new Date(desk.at())) : EMPTY);
}

/** Takes a plan out of the queue: the named one, or the session's own. */
export async function unqueue(session: PlanSession, by: Person, id: string): Promise<Outcome<string>> {
  const wanted = id || (await session.lastPlan())?.id;
  return wanted
    ? steer(session, by, wanted, { how: "remove" })
    : no("not_found", "Which plan?", { hint: "/plan unqueue <plan>; /plan queue lists them." });
}

/** Takes every plan out of the queue. */
export async function emptyQueue({ agent: { desk } }: PlanSession, by: Person): Promise<Outcome<string>> {
  const cleared = await clearQueue({ desk, by });
  return cleared.ok ? yes(cleared.value.words) : cleared;
}

async function steer(session: PlanSession, by: Person, id: string, steering: QueueChange): Promise<Outcome<string>> {
  const steered = await changeQueue(session.agent.desk, id, steering, by);
  return steered.ok ? yes(steered.value.words) : steered;
}

const EMPTY = "The queue is empty. /plan queue <plan> adds an approved plan.";

function queueText({ running, entries, most }: Queue, now: Date): string {
  const runs = running.map(({ id, title, steps, steps_done }) => {
    return `▶ ${id}  ${oneLine(title)}  ${steps_done}/${steps} steps`;
  });
  const waits = entries.flatMap(({ position, id, title, priority, at, waits_for }) => [
    `${position}. ${id}  ${oneLine(title)}  priority ${priority}, queued ${timeAgo(at, now)}`,
    ...waits_for.map(({ words }) => `   waits for ${oneLine(words)}`),
  ]);
  const limit = `${running.length} of at most ${most}`;
  return [
    ...(runs.length > 0 ? [`Running now: ${limit}`, ...runs, ""] : []),
    ...(waits.length > 0 ? [`Waiting: ${counted(entries.length, "plan")}`, ...waits, STEER] : [EMPTY]),
  ].join("\n");
}

const STEER = "/plans moves them; countersign queue run runs them one after the other.";
