import type { PlanSession } from "../../agent/plan-session.ts";
import type { DeskEvent } from "../../desk/events.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { closingWords } from "./dialogs/closing-words.ts";
import type { Answered } from "./review/foot-lines.ts";

/** What is open about a plan that waits for its review. */
export interface Following {
  /** It still waits, and was written to; its text may be another one. */
  changed(plan: LivePlan, by: Actor): unknown;
  /** It waits no more. */
  closed(answered: Answered): unknown;
}

/** Tells what others do to a plan as long as something about it is open. */
export function followPlan(session: PlanSession, id: string, { changed, closed }: Following): () => void {
  return session.listen((news) => {
    if (news.type !== "recorded" || news.event.journal !== id) return;
    const looked = session.agent.desk.plan(id).then(async (found) => {
      if (!found.ok || found.value.kind !== "standing") return;
      const { state } = found.value;
      const isProposed = state.status === "proposed" || state.status === "needs_review";
      const isWaiting = isProposed && !isReviewOver(news.event.data, state);
      await (isWaiting ? changed(state, news.event.by) : closed(answeredBy(state, news.event.by)));
    });
    looked.catch((error) => session.tell({ type: "trouble", error }));
  });
}

/** Its time has just run out: the plan stays proposed, and is not asked about any more. */
function isReviewOver(data: DeskEvent["data"], { requests }: LivePlan): boolean {
  return data.type === "request_closed" && data.how === "expired" && requests[data.request_id]?.kind === "review";
}

/** Whoever closed the review: what came after it may be somebody else's. */
function answeredBy({ requests, proposal }: LivePlan, last: Actor): Answered {
  const closing = Object.values(requests).findLast(({ kind }) => kind === "review")?.closing;
  if (closing === undefined) return { by: last.name, how: `closed the review (${last.surface})` };
  if (closing.how !== "answered" || closing.answer.kind !== "review") return closingWords(closing);
  const did = VERBS[closing.answer.verdict];
  return { by: closing.by.name, how: `${did} revision ${proposal.revision} (${closing.by.surface})` };
}

const VERBS = { approved: "approved", changes_requested: "requested changes on", rejected: "rejected" };
