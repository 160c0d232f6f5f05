import { HOST } from "../lifecycle/actor.ts";
import { ENDS } from "../lifecycle/plan-state.ts";
import { after } from "../lifecycle/request.ts";
import { TRANSITIONS } from "../lifecycle/transitions.ts";
import { isPlanId } from "../plan/plan.ts";
import type { Desk } from "./desk.ts";
import { endIdlePlanning, endUnansweredPlanning } from "./end-planning.ts";

/** So many finished plans are put away at a look: nobody should have to wait for all of them. */
const PORTION = 20;

const DAY = 24 * 60;

/**
 * Applies what time has brought about, whoever looks first: expired requests, stale plans, stalled runs,
 * idle planning, the end of retention.
 */
export async function applyTimeOuts(desk: Desk): Promise<void> {
  const at = desk.at();
  const { stale_after_days, retention_days, executor_timeout_minutes } = desk.configuration.config;
  const idle = async (statuses: readonly string[], minutes: number) => {
    const since = after(at, -minutes);
    return since === undefined ? [] : desk.store.idlePlans(statuses, since);
  };
  const expired = await desk.store.listRequests({ expired_before: at, limit: 1000 });
  for (const { id, journal } of expired) {
    if (!isPlanId(journal)) await desk.sendAgent(journal, { type: "expire_request", request_id: id }, HOST);
  }
  const stale = await idle(TRANSITIONS.go_stale.from, stale_after_days * DAY);
  const stalled = await idle(TRANSITIONS.stall.from, executor_timeout_minutes);
  const overdue = expired.map(({ journal }) => journal).filter(isPlanId);
  for (const id of new Set([...stale, ...stalled, ...overdue])) await desk.notice(id);
  const agents = await desk.store.listAgents();
  await endUnansweredPlanning(desk, agents);
  await endIdlePlanning(desk, agents);
  for (const id of (await idle(ENDS, retention_days * DAY)).slice(0, PORTION))
    await desk.send(id, { type: "archive" }, HOST);
}
