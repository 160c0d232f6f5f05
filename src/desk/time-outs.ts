import { HOST } from "../lifecycle/actor.ts";
import { isClockBehind } from "../lifecycle/clock-change.ts";
import { COMMANDS } from "../lifecycle/commands.ts";
import { ENDS, PLAN_STATUSES } from "../lifecycle/plan-state.ts";
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

const MOST_REQUESTS = 10_000;

/** After every time that a record has. */
const END_OF_TIME = "~";

/**
 * Applies due time-outs: expired requests, stale plans, stalled runs, idle planning, the end of retention. Any
 * process may do it.
 */
export async function applyTimeOuts(desk: Desk): Promise<void> {
  // Once for each process: two machines whose clocks differ would otherwise record that for each other for ever.
  if (!looked.has(desk)) {
    looked.add(desk);
    if (await isBehind(desk)) await recordClockSet(desk);
  }
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
  for (const id of old.slice(0, PORTION)) {
    // Only its own journal tells whether it ended so long ago, or the clock was set.
    const view = await desk.notice(id);
    const isOld = view.kind === "standing" && view.state.updated_at <= (ended?.before ?? "");
    if (isOld) await desk.send(id, { type: "archive" }, HOST);
  }
}

/** Records in each journal in which something waits that the clock was set. For a process that has just seen it. */
export async function recordClockSet(desk: Desk): Promise<void> {
  const { agents } = await desk.store.overdue("", []);
  const asking = await desk.store.listRequests({ open: true, limit: MOST_REQUESTS });
  const waiting = agents.filter(({ phase }) => phase !== "inactive").map(({ id }) => id);
  const journals = new Set([...waiting, ...asking.map(({ journal }) => journal)]);
  for (const id of [...journals].filter((name) => !isPlanId(name))) await desk.noticeAgent(id);
  const alive = PLAN_STATUSES.filter((status) => !ENDS.includes(status));
  for (const id of await desk.store.idlePlans({ statuses: alive, before: END_OF_TIME })) await desk.notice(id);
}

/** The desks that have looked whether the clock is behind their records. */
const looked = new WeakSet<Desk>();

/** Whether the clock is behind the newest record, by the rows. */
async function isBehind(desk: Desk): Promise<boolean> {
  const { rows } = await desk.store.listPlans({ limit: 1 });
  const { agents } = await desk.store.overdue("", []);
  const newest = [...rows, ...agents].map(({ updated_at }) => updated_at).sort();
  return isClockBehind({ updated_at: newest.at(-1) ?? "" }, { at: desk.at() });
}

/** The next time after `at` at which `applyTimeOuts` may have something to do; within a minute at the latest. */
export async function nextTimeOut(desk: Desk, at: string): Promise<string> {
  const { gathering_idle_minutes } = desk.configuration.config;
  const { expires_at, gathering } = await desk.store.upcoming(at);
  const idle = gathering.map(({ id, updated_at }) => {
    const sign = desk.store.lastSign(id, desk.moment()) ?? "";
    return after(sign > updated_at ? sign : updated_at, gathering_idle_minutes);
  });
  const moments = [after(at, LOOK_AGAIN), expires_at, ...idle];
  return moments.filter((moment) => moment !== undefined && moment > at).sort()[0] ?? at;
}
