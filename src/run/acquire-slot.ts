import type { Desk } from "../desk/desk.ts";
import { type DeskRefusal, no, type Outcome, yes } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { NextAction } from "../lifecycle/next-action.ts";
import { bindingPlan, type LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { newLease } from "./lease.ts";
import { projectChanges } from "./project-changes.ts";
import { mayEnd, waitsFor } from "./queue.ts";
import { isThere, knownHolders, plansBefore } from "./read-queue.ts";
import type { Tell } from "./run-news.ts";
import { type Holder, type SlotAnswer, Slots } from "./slots.ts";

/** The right to run a plan now, under this lease. It lasts until `end`, or until the process dies. */
export interface Slot {
  lease: Lease;
  end(): void;
}

export interface SlotOptions {
  desk: Desk;
  /** Whether to wait in the queue for plans that run or come before, or to be refused. */
  how: "wait" | "refuse";
  tell: Tell;
  signal: AbortSignal;
}

/**
 * Acquires a slot for a plan: the plans before it are completed, and no more than `max_parallel_plans` run in this project,
 * in all processes together. An approved plan waits in the queue; if a person removes it from there, the wait ends.
 */
export async function acquireSlot(id: PlanId, options: SlotOptions): Promise<Outcome<Slot>> {
  const lease = newLease();
  const slots = new Slots(options.desk.project);
  let isTaken = false;
  try {
    const refusal = await waitForTurn(id, lease, slots, options);
    isTaken = refusal === undefined;
    return refusal ? { ok: false, refusal } : yes({ lease, end: () => slots.release(lease) });
  } finally {
    if (!isTaken) slots.release(lease);
  }
}

async function waitForTurn(
  id: PlanId,
  lease: Lease,
  slots: Slots,
  { desk, how, tell, signal }: SlotOptions,
): Promise<DeskRefusal | undefined> {
  const news = projectChanges(desk, signal);
  let said = "";
  let queued: "by_us" | "before" | undefined;
  for (;;) {
    const found = await trySlot(desk, id, { lease, slots, stays: how === "wait" });
    if (found.kind !== "wait") {
      if (said !== "") tell({ type: "waiting", reasons: [] });
      return found.kind === "refused" ? found.refusal : undefined;
    }
    const { plan, reasons } = found;
    if (how === "refuse") return hasToWait(id, reasons);
    if (signal.aborted) {
      if (queued === "by_us") await desk.send(id, { type: "unqueue" }, HOST);
      return no("no_turn", `${id} waits no longer.`).refusal;
    }
    if (plan.status === "approved" && plan.queued === undefined) {
      if (queued) return no("no_turn", `${id} was removed from the queue.`).refusal;
      const sent = await desk.send(id, { type: "queue" }, HOST);
      if (!sent.ok) return sent.refusal;
      queued = "by_us";
    }
    queued ??= "before";
    if (said !== reasons.join("\n")) tell({ type: "waiting", reasons });
    said = reasons.join("\n");
    await news.wait();
  }
}

function hasToWait(id: PlanId, reasons: string[]): DeskRefusal {
  const next: NextAction[] = [{ move: "queue", plan: id, what: "let it wait in the queue" }];
  return no("no_turn", `${id} has to wait: ${reasons.join("; ")}.`, { next, facts: { reasons } }).refusal;
}

export type SlotFound =
  | { kind: "taken" }
  | { kind: "refused"; refusal: DeskRefusal }
  | { kind: "wait"; plan: LivePlan; reasons: string[] };

export interface SlotLook {
  lease: Lease;
  slots: Slots;
  /** Without a slot, keep a position in line. */
  stays: boolean;
  /** Only while it is in the queue. */
  isQueued?: boolean;
}

/** Tries once: the slot, or why there is none. */
export async function trySlot(desk: Desk, id: PlanId, look: SlotLook): Promise<SlotFound> {
  const { lease, slots, stays, isQueued } = look;
  const found = await usablePlan(desk, id);
  if (!found.ok) return { kind: "refused", refusal: found.refusal };
  const plan = found.value;
  if (!RUNNABLE.includes(plan.status)) {
    const message = `${id} is ${plan.status.replaceAll("_", " ")}: only an approved plan can run.`;
    return { kind: "refused", ...no("wrong_state", message) };
  }
  if (isQueued && (plan.status !== "approved" || plan.queued === undefined))
    return { kind: "refused", ...no("not_queued", `${id} is not in the queue.`) };
  const held = plan.status === "approved" ? undefined : plan.run?.lease;
  if (held && isThere(desk, { plan: id, lease: held })) {
    const message = `${id} is run by process ${held.pid} on ${held.host}.`;
    const hint = "It can be paused, resumed and cancelled from here.";
    return { kind: "refused", ...no("lost_lease", message, { hint, facts: { lease: held } }) };
  }
  if (plan.status === "approved") {
    const { depends_on_plans: after = [] } = bindingPlan(plan);
    const before = await plansBefore(desk, [{ after }]);
    const waits = waitsFor({ id, after }, (other) => before.get(other));
    if (waits.length > 0) {
      slots.release(lease);
      const reasons = waits.map(({ words }) => `it waits for ${words}`);
      if (waits.every(mayEnd)) return { kind: "wait", plan, reasons };
      return { kind: "refused", ...no("dependencies_unfinished", `${id} cannot run: ${reasons.join("; ")}.`) };
    }
  }
  const queued = plan.status === "approved" ? plan.queued : undefined;
  const { max_parallel_plans: most } = desk.configuration.config;
  const applicant = {
    plan: id,
    lease,
    priority: queued?.priority ?? bindingPlan(plan).priority ?? 0,
    since: queued?.at ?? plan.updated_at,
  };
  const terms = { most, stays, isThere: (holder: Holder) => isThere(desk, holder) };
  // Journals are long: they are read only if the table has a free slot.
  const first = slots.ask(applicant, { ...terms, known: [], isQuestion: true });
  const answer = first.taken ? slots.ask(applicant, { ...terms, known: await knownHolders(desk) }) : first;
  return answer.taken ? { kind: "taken" } : { kind: "wait", plan, reasons: [reasonOf(answer, most)] };
}

const RUNNABLE: readonly LivePlan["status"][] = ["approved", "executing", "paused", "stalled"];

function reasonOf({ holders, ahead }: Extract<SlotAnswer, { taken: false }>, most: number): string {
  const limit = `${most === 1 ? "one plan" : `${most} plans`} may run at once (max_parallel_plans)`;
  const at = holders.map(({ plan, lease }) => `${plan} is run by process ${lease.pid} on ${lease.host}`);
  const line = ahead.map(({ plan }) => `${plan} is next`);
  return `${[...at, ...line].join(", ")}, and ${limit}`;
}
