import type { PlanStatus } from "../lifecycle/plan-state.ts";
import { MinHeap } from "../plan/min-heap.ts";
import type { PlanId } from "../plan/plan.ts";

/** A signed plan that waits for a slot. */
export interface QueuedPlan {
  id: PlanId;
  title: string;
  priority: number;
  /** Since when it waits. */
  at: string;
  /** Plans that must be completed before. */
  after: readonly PlanId[];
}

/** A plan that another one waits for: its status, and the plans that it waits for itself. */
export interface PlanBefore {
  status: PlanStatus;
  after: readonly PlanId[];
  /** Its status is `executing`, but its process is dead. */
  isLeft?: boolean;
}

/** Why a plan waits for another one. Only the first two end by themselves. */
export interface WaitsFor {
  plan: PlanId;
  because: "queued" | "running" | "not_run" | "failed" | "ended" | "unknown" | "cycle";
  /** The same in words, to be read after the plan's own id: "waits for …". */
  words: string;
}

export interface QueueEntry extends QueuedPlan {
  /** From 1 on. */
  position: number;
  waits_for: WaitsFor[];
}

/**
 * The order in which queued plans would run, one after the other: the highest priority first, then the longest wait; never
 * before the plans that they wait for. Plans that cannot run now come last.
 */
export function queueOrder(
  queued: readonly QueuedPlan[],
  before: (id: PlanId) => PlanBefore | undefined,
): QueueEntry[] {
  const ranked = queued.toSorted(compare);
  const places = new Map(ranked.map(({ id }, place) => [id, place]));
  const waits = ranked.map((plan) => waitsOf(plan, places, before));
  const waiters = new Map<PlanId, number[]>();
  const left = waits.map((list, place) => {
    for (const { plan } of list) waiters.set(plan, [...(waiters.get(plan) ?? []), place]);
    return list.length;
  });
  const ready = new MinHeap();
  const order: number[] = [];
  const finish = (id: PlanId) => {
    for (const waiter of waiters.get(id) ?? []) {
      left[waiter] = (left[waiter] ?? 0) - 1;
      if (left[waiter] === 0) ready.add(waiter);
    }
  };
  for (const [place, count] of left.entries()) if (count === 0) ready.add(place);
  // What runs now will have ended by then.
  for (const id of running(waits)) finish(id);
  for (let place = ready.take(); place !== undefined; place = ready.take()) {
    order.push(place);
    finish(ranked[place]?.id ?? "");
  }
  const placed = new Set(order);
  const stuck = [...ranked.keys()].filter((place) => !placed.has(place));
  return [...order, ...stuck].flatMap((place, index) => {
    const plan = ranked[place];
    return plan ? [{ ...plan, position: index + 1, waits_for: waits[place] ?? [] }] : [];
  });
}

/** What a plan waits for, whether it is in the queue or not. */
export function waitsFor(
  plan: Pick<QueuedPlan, "id" | "after">,
  before: (id: PlanId) => PlanBefore | undefined,
): WaitsFor[] {
  return waitsOf(plan, new Map(), before);
}

/** Whether the wait can still end with a completed plan. */
export function mayEnd({ because }: WaitsFor): boolean {
  return because === "queued" || because === "running" || because === "not_run";
}

function compare(a: QueuedPlan, b: QueuedPlan): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function running(waits: readonly WaitsFor[][]): Set<PlanId> {
  return new Set(waits.flat().flatMap(({ plan, because }) => (because === "running" ? [plan] : [])));
}

function waitsOf(
  { id, after }: Pick<QueuedPlan, "id" | "after">,
  places: ReadonlyMap<PlanId, number>,
  before: (id: PlanId) => PlanBefore | undefined,
): WaitsFor[] {
  return [...new Set(after)].flatMap((plan): WaitsFor[] => {
    const found = before(plan);
    if (found === undefined) return [{ plan, because: "unknown", words: `${plan}, which is not in this project` }];
    if (found.status === "completed") return [];
    const circle = circleTo(id, plan, before);
    if (circle) {
      const words = circle.length === 1 ? "itself" : `${plan}, which waits for it in turn (${circle.join(", ")})`;
      return [{ plan, because: "cycle", words }];
    }
    return [{ plan, ...because(plan, found, places.has(plan)) }];
  });
}

function because(plan: PlanId, { status, isLeft }: PlanBefore, isQueued: boolean): Omit<WaitsFor, "plan"> {
  switch (status) {
    case "executing":
      if (isLeft) return { because: "not_run", words: `${plan}, which was started, and no process runs it` };
      return { because: "running", words: `${plan}, which is running` };
    case "failed":
      return { because: "failed", words: `${plan}, which has failed` };
    case "rejected":
    case "cancelled":
      return { because: "ended", words: `${plan}, which was ${status}` };
    case "approved":
      return isQueued
        ? { because: "queued", words: `${plan}, which is in the queue` }
        : { because: "not_run", words: `${plan}, which is approved but not in the queue` };
    case "needs_review":
      return { because: "not_run", words: `${plan}, which has no revisions left` };
    case "changes_requested":
      return { because: "not_run", words: `${plan}, which was sent back for changes` };
    case "completed":
    case "proposed":
    case "paused":
    case "stalled":
      return { because: "not_run", words: `${plan}, which is ${status}` };
  }
}

/** The plans on the way from `start` back to `id`, if there is one over plans that are not completed. */
function circleTo(id: PlanId, start: PlanId, before: (id: PlanId) => PlanBefore | undefined): PlanId[] | undefined {
  const from = new Map<PlanId, PlanId | undefined>([[start, undefined]]);
  for (const plan of from.keys()) {
    if (plan === id) return wayTo(plan, from);
    const found = before(plan);
    if (found === undefined || found.status === "completed") continue;
    for (const next of found.after) if (!from.has(next)) from.set(next, plan);
  }
  return undefined;
}

function wayTo(end: PlanId, from: ReadonlyMap<PlanId, PlanId | undefined>): PlanId[] {
  const way: PlanId[] = [];
  for (let at: PlanId | undefined = end; at !== undefined; at = from.get(at)) way.unshift(at);
  return way;
}
