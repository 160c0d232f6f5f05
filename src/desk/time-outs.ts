import { HOST } from "../lifecycle/actor.ts";
import { COMMANDS } from "../lifecycle/commands.ts";
import { ENDS } from "../lifecycle/plan-state.ts";
import { after } from "../lifecycle/request.ts";
import { isPlanId } from "../plan/plan.ts";
import type { Desk } from "./desk.ts";
import { endIdlePlanning, endUnansweredPlanning } from "./end-planning.ts";
import type { IdleQuery } from "./rows.ts";

/** No row says when stale plans and stalled runs are due. */
const LOOK_AGAIN = 1;

/** At most so many finished plans are archived at once, so that no caller waits for all of them. */
const PORTION = 20;

const DAY = 24 * 60;

/**
 * Applies due time-outs: expired requests, stale plans, stalled runs, idle planning, the end of retention. Any
 * process may do it.
 */
export async function applyTimeOuts(desk: Desk): Promise<void> {
  const at = desk.at();
  const { stale_after_days, retention_days, executor_timeout_minutes } = desk.configuration.config;
  const idle = (statuses: readonly string[], minutes: number): IdleQuery[] => {
    const before = after(at, -minutes);
    return before === undefined ? [] : [{ statuses, before }];
  };
  const { requests, plans, agents } = await desk.store.overdue(at, [
    ...idle(COMMANDS.go_stale.from, stale_after_days * DAY),
    ...idle(COMMANDS.stall.from, executor_timeout_minutes),
  ]);
  for (const { id, journal } of requests) {
    if (!isPlanId(journal)) await desk.sendAgent(journal, { type: "expire_request", request_id: id }, HOST);
  }
  const reviews = requests.map(({ journal }) => journal).filter(isPlanId);
  for (const id of new Set([...plans, ...reviews])) await desk.notice(id);
  await endUnansweredPlanning(desk, agents);
  await endIdlePlanning(desk, agents);
  const [ended] = idle(ENDS, retention_days * DAY);
  const old = ended === undefined ? [] : await desk.store.idlePlans(ended);
  for (const id of old.slice(0, PORTION)) await desk.send(id, { type: "archive" }, HOST);
}

/** The next time after `at` at which `applyTimeOuts` may have something to do; within a minute at the latest. */
export async function nextTimeOut(desk: Desk, at: string): Promise<string> {
  const { gathering_idle_minutes } = desk.configuration.config;
  const { expires_at, gathering } = await desk.store.upcoming(at);
  const idle = gathering.map(({ id, updated_at }) => {
    const sign = desk.store.lastSign(id) ?? "";
    return after(sign > updated_at ? sign : updated_at, gathering_idle_minutes);
  });
  const moments = [after(at, LOOK_AGAIN), expires_at, ...idle];
  return moments.filter((moment) => moment !== undefined && moment > at).sort()[0] ?? at;
}
