import type { PlanSession } from "../../agent/plan-session.ts";
import type { DeskEvent } from "../../desk/events.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
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

/** Passes the records of other actors to an open view or dialog. Returns a function that ends it. */
export function followPlan(session: PlanSession, id: string, { changed, closed }: Following): () => void {
  return session.listen((news) => {
    if (news.type !== "recorded" || news.event.journal !== id) return;
    const looked = usablePlan(session.agent.desk, id).then(async (found) => {
      if (!found.ok) return;
      const state = found.value;
      const isProposed = state.status === "proposed" || state.status === "needs_review";
      const isWaiting = isProposed && !isReviewOver(news.event.data, state);
      await (isWaiting ? changed(state, news.event.by) : closed(answeredBy(state, news.event.by)));
    });
    looked.catch((error) => session.tell({ type: "trouble", error }));
  });
}

/** The review has just expired: the plan stays proposed, without an open request. */
function isReviewOver(data: DeskEvent["data"], { requests }: LivePlan): boolean {
  return data.type === "request_closed" && data.how === "expired" && requests[data.request_id]?.kind === "review";
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
