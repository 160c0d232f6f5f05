import type { PlanSession } from "../../agent/plan-session.ts";
import type { DeskEvent } from "../../desk/events.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
import { watch } from "../../desk/watch.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { closingMessage } from "./dialogs/closing-message.ts";
import type { Answered } from "./review/foot-lines.ts";

/** A view or dialog about a plan that waits for its review. */
export interface Following {
  /** A record was written, perhaps a new text; the plan still waits. */
  changed(plan: LivePlan, by: Actor): unknown;
  /** The plan no longer waits. */
  closed(answered: Answered): unknown;
}

/**
 * Passes the records of other actors to an open view or dialog, from those on that `shown` does not have. The plan may be
 * of another session, and this one in no mode: it watches by itself. Returns a function that ends it.
 */
export function followPlan(session: PlanSession, shown: LivePlan, { changed, closed }: Following): () => void {
  const { desk } = session.agent;
  const end = new AbortController();
  const { signal } = end;
  follow().catch((error) => session.tell({ type: "trouble", error }));
  return () => end.abort();

  async function follow(): Promise<void> {
    const events = watch(desk, { signal });
    const first = events.next();
    // The records from before it began to watch.
    await look();
    for (let next = await first; !next.done; next = await events.next())
      if (next.value.journal === shown.id) await look(next.value);
  }

  async function look(event?: DeskEvent): Promise<void> {
    const found = await usablePlan(desk, shown.id);
    if (!found.ok || signal.aborted) return;
    const state = found.value;
    if (event === undefined && state.version === shown.version) return;
    const isProposed = state.status === "proposed" || state.status === "needs_review";
    const isWaiting = isProposed && !isReviewOver(event?.data, state);
    const by = event?.by ?? state.proposal.proposed_by;
    await (isWaiting ? changed(state, by) : closed(answeredBy(state, by)));
  }
}

/** The review has just expired: the plan stays proposed, without an open request. */
function isReviewOver(data: DeskEvent["data"] | undefined, { requests }: LivePlan): boolean {
  return data?.type === "request_closed" && data.how === "expired" && requests[data.request_id]?.kind === "review";
}

/** By the record that closed the review: later records may be by other actors. */
function answeredBy({ requests, proposal }: LivePlan, last: Actor): Answered {
  const closing = Object.values(requests).findLast(({ kind }) => kind === "review")?.closing;
  if (closing === undefined) return { by: last.name, how: `closed the review (${last.surface})` };
  if (closing.how !== "answered" || closing.answer.kind !== "review") return closingMessage(closing);
  const did = VERBS[closing.answer.verdict];
  return { by: closing.by.name, how: `${did} revision ${proposal.revision} (${closing.by.surface})` };
}

const VERBS = { approved: "approved", changes_requested: "requested changes on", rejected: "rejected" };
