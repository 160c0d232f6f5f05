import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";

export interface QueueCleared {
  removed: PlanId[];
  words: string;
}

/** Takes all plans out of the queue; they stay approved. */
export async function clearQueue({ desk, by }: { desk: Desk; by: Actor }): Promise<Outcome<QueueCleared>> {
  const removed: PlanId[] = [];
  for (const id of await queuedIds(desk)) {
    const sent = await desk.send(id, { type: "unqueue" }, by);
    if (sent.ok) removed.push(id);
    else if (!GONE.includes(sent.refusal.kind)) return sent;
  }
  const words =
    removed.length === 0
      ? "The queue was empty."
      : `Took ${counted(removed.length, "plan")} out of the queue; ${removed.length === 1 ? "it stays" : "they stay"} approved.`;
  return yes({ removed, words });
}

/** Another process took it out, or started it, in between. */
const GONE: readonly string[] = ["not_queued", "wrong_state"];

/** By the rows, so that a plan whose file cannot be read is among them. */
async function queuedIds(desk: Desk): Promise<PlanId[]> {
  const ids: PlanId[] = [];
  let after: string | undefined;
  do {
    const page = await desk.plans({ status: ["approved"], limit: 500, ...defined({ after }) });
    ids.push(...page.rows.filter(({ queued }) => queued !== undefined).map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
}
