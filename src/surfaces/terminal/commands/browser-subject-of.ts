import type { PlanSession } from "../../../agent/plan-session.ts";
import type { Desk } from "../../../desk/desk.ts";
import { inbox } from "../../../desk/requests.ts";
import type { PlanPage, PlanRow } from "../../../desk/rows.ts";
import { offers } from "../../../lifecycle/offers.ts";
import { readQueue } from "../../../run/read-queue.ts";
import type { BrowsedPlan, BrowserSubject } from "../browser/browser-subject.ts";
import { viewerHere } from "../person.ts";

const MOST = 100;

/** The newest plans and all that are in the queue, what waits for a person, and what whoever sits here may do. */
export async function browserSubjectOf(session: PlanSession): Promise<BrowserSubject> {
  const { desk, isKept } = session.agent;
  if (!isKept) return { plans: [], requests: [], now: desk.at() };
  const viewer = viewerHere(session);
  const { approvers } = desk.configuration.config;
  const page = await desk.plans({ limit: MOST, count: true });
  const queue = await readQueue(desk);
  const rows = [...page.rows, ...(await olderRows(desk, page, new Set(queue.entries.map(({ id }) => id))))];
  const plans = await Promise.all(
    rows.map(async (row): Promise<BrowsedPlan> => {
      const found = await desk.plan(row.id);
      const state = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
      return { row, offers: state ? offers(state, viewer, approvers) : [] };
    }),
  );
  const { total } = page;
  return { plans, requests: await inbox(desk), queue, now: desk.at(), ...(total !== undefined && { total }) };
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
