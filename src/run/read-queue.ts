import type { Desk } from "../desk/desk.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { bindingPlan } from "../lifecycle/plan-state.ts";
import { runCounts } from "../lifecycle/run-counts.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { isHolderAlive } from "./lease.ts";
import { type PlanBefore, type QueuedPlan, type QueueEntry, queueOrder } from "./queue.ts";
import type { Holder } from "./slots.ts";

export interface Queue {
  /** Plans that run now, in any process. */
  running: RunningNow[];
  entries: QueueEntry[];
  /** So many may run at once. */
  most: number;
}

export interface RunningNow {
  id: PlanId;
  title: string;
  status: LivePlan["status"];
  started_at: string;
  steps: number;
  steps_done: number;
  /** The process; undefined for a plan that runs within a session. */
  holder?: Holder;
}

/** The queue as the journals have it; rows say only where to look. */
export async function readQueue(desk: Desk): Promise<Queue> {
  const running: RunningNow[] = [];
  for (const state of await startedPlans(desk)) {
    const holder = holderOf(state);
    const isAtWork = holder ? isThere(desk, holder) : state.status === "executing";
    if (!isAtWork || !("run" in state) || state.run === undefined) continue;
    const { total, done } = runCounts(state.run);
    running.push({
      id: state.id,
      title: bindingPlan(state).title,
      status: state.status,
      started_at: state.run.started_at,
      steps: total,
      steps_done: done,
      ...defined({ holder }),
    });
  }
  return { running, entries: await queueEntries(desk), most: desk.configuration.config.max_parallel_plans };
}

/** What waits, in its order. */
export async function queueEntries(desk: Desk): Promise<QueueEntry[]> {
  const queued = await queuedPlans(desk);
  const before = await plansBefore(desk, queued);
  return queueOrder(queued, (id) => before.get(id));
}

/** The holders of leases, by the journals; their processes may be dead. */
export async function knownHolders(desk: Desk): Promise<Holder[]> {
  return (await startedPlans(desk)).flatMap((state) => holderOf(state) ?? []);
}

/** On this machine the process is looked for; of others only signs are known. */
export function isThere(desk: Desk, { plan, lease }: Holder): boolean {
  const now = desk.moment();
  const patience = desk.configuration.config.executor_timeout_minutes * 60_000 || Number.POSITIVE_INFINITY;
  return isHolderAlive(lease, { lastSign: () => desk.store.silentSince(plan, now), now: Date.parse(now.at), patience });
}

/** Where the plans stand that these come after, and those that they come after, and so on. */
export async function plansBefore(
  desk: Desk,
  plans: readonly Pick<QueuedPlan, "after">[],
): Promise<Map<PlanId, PlanBefore>> {
  const found = new Map<PlanId, PlanBefore>();
  const wanted = new Set(plans.flatMap(({ after }) => after));
  for (const id of wanted) {
    const state = await stateOf(desk, id);
    if (state === undefined) continue;
    const { depends_on_plans: after = [] } = bindingPlan(state);
    const holder = holderOf(state);
    const isLeft = holder !== undefined && !isThere(desk, holder);
    found.set(id, { status: state.status, after, ...(isLeft && { isLeft }) });
    if (state.status !== "completed") for (const next of after) wanted.add(next);
  }
  return found;
}

async function queuedPlans(desk: Desk): Promise<QueuedPlan[]> {
  const queued: QueuedPlan[] = [];
  for await (const row of rowsOf(desk, ["approved"])) {
    if (row.queued === undefined) continue;
    const state = await stateOf(desk, row.id);
    if (state?.status !== "approved" || state.queued === undefined) continue;
    const { title, depends_on_plans: after = [] } = bindingPlan(state);
    queued.push({ id: row.id, title, priority: state.queued.priority, at: state.queued.at, after });
  }
  return queued;
}

async function startedPlans(desk: Desk): Promise<LivePlan[]> {
  const started: LivePlan[] = [];
  for await (const { id } of rowsOf(desk, ["executing", "paused", "stalled"])) {
    const state = await stateOf(desk, id);
    if (state) started.push(state);
  }
  return started;
}

async function* rowsOf(desk: Desk, status: string[]) {
  let after: string | undefined;
  do {
    const page = await desk.plans({ status, limit: 500, ...defined({ after }) });
    yield* page.rows;
    after = page.next;
  } while (after !== undefined);
}

async function stateOf(desk: Desk, id: PlanId): Promise<LivePlan | undefined> {
  const found = await desk.plan(id);
  return found.ok && found.value.kind === "standing" ? found.value.state : undefined;
}

function holderOf(state: LivePlan): Holder | undefined {
  const lease = "run" in state ? state.run?.lease : undefined;
  return lease && { plan: state.id, lease };
}
