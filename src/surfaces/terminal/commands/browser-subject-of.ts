import { distrustedPlans } from "../../../acts/distrusted-plans.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { Desk } from "../../../desk/desk.ts";
import { inboxPage } from "../../../desk/requests.ts";
import type { PlanPage, PlanRow } from "../../../desk/rows.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { nextActions } from "../../../lifecycle/next-actions.ts";
import { offers } from "../../../lifecycle/offers.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import { defined } from "../../../plan/defined.ts";
import { holderOf } from "../../../run/holder.ts";
import { liveSessionOf } from "../../../run/live-session.ts";
import { readQueue } from "../../../run/read-queue.ts";
import { runningPlan } from "../../../run/running-plan.ts";
import type { BrowsedPlan, BrowserSubject } from "../browser/browser-subject.ts";
import { viewerHere } from "../person.ts";

const MOST = 100;
const MOST_ARCHIVED = 10;
const REVIEWS: readonly PlanCommandType[] = ["approve", "request_changes", "reject", "reopen"];

/** The newest plans, all that are in the queue and some of the archive, open requests, and what the viewer may do. */
export async function browserSubjectOf(session: PlanSession): Promise<BrowserSubject> {
  const { desk } = session.agent;
  const viewer = viewerHere(session);
  const { approvers } = desk.configuration.config;
  const page = await desk.plans({ limit: MOST, count: true });
  const queue = await readQueue(desk);
  const archive = await desk.plans({ limit: MOST_ARCHIVED, archived: true, count: true });
  const queued = await olderRows(desk, page, new Set(queue.entries.map(({ id }) => id)));
  const agents = await desk.store.listAgents();
  const plans = await Promise.all(
    [...page.rows, ...queued, ...archive.rows].map(async (row): Promise<BrowsedPlan> => {
      const found = await usablePlan(desk, row.id);
      if (!found.ok) return { row, next: [], mayReview: false };
      const state = found.value;
      const holder = holderOf(desk, state);
      // A paused plan of a live session waits there.
      const isKept = state.status === "paused" && liveSessionOf(row.id, agents, desk.home) !== undefined;
      return {
        row,
        next: nextActions(state, holder),
        mayReview: offers(state, viewer, approvers).some((command) => REVIEWS.includes(command)),
        isUnfinished: holder === "none" && !isKept && runningPlan(state) !== undefined,
      };
    }),
  );
  const total = page.total === undefined ? undefined : page.total + (archive.total ?? 0);
  const { requests, ...asked } = await inboxPage(desk);
  const distrusted = await distrustedPlans(desk);
  return {
    plans,
    requests,
    queue,
    now: desk.at(),
    ...(distrusted.length > 0 && { distrusted }),
    ...(asked.next !== undefined && { moreRequests: asked.total - requests.length }),
    ...defined({ total }),
  };
}

/** Those of the queue that are not among the newest plans. */
async function olderRows(desk: Desk, newest: PlanPage, queued: Set<string>): Promise<PlanRow[]> {
  for (const { id } of newest.rows) queued.delete(id);
  const found: PlanRow[] = [];
  let after = newest.next;
  while (after !== undefined && found.length < queued.size) {
    const page: PlanPage = await desk.plans({ status: ["approved"], limit: 500, after });
    found.push(...page.rows.filter(({ id }) => queued.has(id)));
    after = page.next;
  }
  return found;
}
