import type { CommandOf } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { PlanState } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";

export function queue(state: PlanState, { priority, moves }: CommandOf<"queue">): Decided<PlanEvent> {
  if (moves && (state.status !== "approved" || state.queued === undefined)) return notQueued();
  if (state.status !== "approved") return refuse("wrong_state", "Only an approved plan can wait for its turn.");
  return one({ type: "queued", priority: priority ?? state.approval.signed.plan.priority ?? 0 });
}

export function unqueue(state: PlanState): Decided<PlanEvent> {
  if (state.status !== "approved" || state.queued === undefined) return notQueued();
  return one({ type: "unqueued" });
}

function notQueued(): Decided<PlanEvent> {
  return refuse("not_queued", "The plan is not in the queue.");
}

function one(event: PlanEvent): Decided<PlanEvent> {
  return { ok: true, events: [event] };
}
