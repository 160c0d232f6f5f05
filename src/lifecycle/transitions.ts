import type { PlanCommandType } from "./plan-command.ts";
import { ENDS, PLAN_STATUSES, type PlanState, type PlanStatus } from "./plan-state.ts";
import { type Refusal, refusal } from "./refusal.ts";

/**
 * Who may give a command, checked here once more whatever the desk let through: only a person; also this
 * machine's own user and the host itself; or anyone, agents and edited files included.
 */
type Giver = "person" | "host" | "anyone";

interface Row {
  from: readonly (PlanStatus | "absent")[];
  giver: Giver;
  /** What a person would call it. */
  verb: string;
}

const alive = PLAN_STATUSES.filter((status) => !ENDS.includes(status));

const RAN: readonly PlanStatus[] = ["executing", "paused", "stalled", "failed", "completed", "cancelled"];

/** The one table: what is not in it is refused, and what surfaces offer is read from it. */
export const TRANSITIONS: Record<PlanCommandType, Row> = {
  propose: { from: ["absent", "proposed", "changes_requested"], giver: "anyone", verb: "proposed" },
  edit: { from: PLAN_STATUSES, giver: "anyone", verb: "edited" },
  approve: { from: ["proposed", "needs_review"], giver: "person", verb: "approved" },
  request_changes: { from: ["proposed"], giver: "person", verb: "sent back for changes" },
  reject: { from: ["proposed", "needs_review"], giver: "person", verb: "rejected" },
  withdraw: { from: ["proposed"], giver: "anyone", verb: "withdrawn" },
  reopen: { from: ["needs_review"], giver: "person", verb: "reopened" },
  cancel: { from: alive, giver: "person", verb: "cancelled" },
  decide: { from: ["approved", "executing", "paused", "stalled", "failed"], giver: "person", verb: "decided on" },
  settle_divergence: { from: ["paused", "stalled"], giver: "person", verb: "settled" },
  expire_request: { from: alive, giver: "host", verb: "timed out" },
  go_stale: { from: ["proposed", "changes_requested", "needs_review"], giver: "host", verb: "declared stale" },
  queue: { from: ["approved"], giver: "host", verb: "queued" },
  unqueue: { from: ["approved"], giver: "host", verb: "taken from the queue" },
  start: { from: ["approved"], giver: "host", verb: "started" },
  take_lease: { from: ["executing", "paused", "stalled", "cancelled"], giver: "host", verb: "taken over" },
  release_lease: { from: RAN, giver: "host", verb: "left" },
  pause: { from: ["executing", "paused"], giver: "host", verb: "paused" },
  resume: { from: ["paused", "stalled"], giver: "person", verb: "resumed" },
  stall: { from: ["executing"], giver: "host", verb: "declared stalled" },
  start_step: { from: ["executing"], giver: "host", verb: "carried on" },
  await_decision: { from: ["executing"], giver: "host", verb: "carried on" },
  end_step: { from: ["executing", "paused", "stalled", "cancelled"], giver: "host", verb: "carried on" },
  rerun_step: { from: ["executing"], giver: "host", verb: "carried on" },
  amend: { from: ["executing", "paused"], giver: "host", verb: "amended" },
  hit_budget: { from: ["executing", "paused"], giver: "host", verb: "paused" },
  answer: { from: ["executing", "paused", "stalled"], giver: "person", verb: "answered" },
  record_call: { from: RAN, giver: "host", verb: "added to" },
  skip_step: { from: ["executing", "paused", "stalled", "failed"], giver: "person", verb: "changed" },
  retry_step: { from: ["executing", "paused", "stalled", "failed"], giver: "person", verb: "retried" },
  fail_step: { from: ["executing", "paused", "stalled"], giver: "person", verb: "changed" },
  complete: { from: ["executing"], giver: "host", verb: "completed" },
  fail: { from: ["executing", "paused", "stalled"], giver: "host", verb: "marked as failed" },
  roll_back: { from: ["paused", "stalled", "failed", "completed", "cancelled"], giver: "person", verb: "rolled back" },
  retry: { from: ["failed"], giver: "person", verb: "retried" },
  archive: { from: ENDS, giver: "host", verb: "archived" },
  restore: { from: ENDS, giver: "host", verb: "restored" },
};

export function isAllowedFrom(command: PlanCommandType, status: PlanState["status"]): boolean {
  return TRANSITIONS[command].from.includes(status);
}

/** Why a command cannot be given from here, if it cannot, and what can be done instead. */
export function wrongState(state: PlanState, command: PlanCommandType): Refusal | undefined {
  const { status } = state;
  if (isAllowedFrom(command, status)) return undefined;
  const { from, verb } = TRANSITIONS[command];
  const can = Object.entries(TRANSITIONS).filter(([, row]) => row.giver === "person" && row.from.includes(status));
  const words = can.map(([type]) => type.replaceAll("_", " ")).join(", ");
  const hint = can.length > 0 ? `What a person can do from here: ${words}.` : "It has come to its end.";
  return refusal("wrong_state", `${STANDS[status]}, so it cannot be ${verb}.`, {
    ...(status !== "absent" && { hint }),
    facts: { status, allowed_from: from },
  });
}

const STANDS: Record<PlanState["status"], string> = {
  absent: "There is no such plan",
  proposed: "The plan is proposed",
  changes_requested: "The plan was sent back for changes",
  needs_review: "The plan needs a person's word",
  approved: "The plan is approved",
  executing: "The plan is being carried out",
  paused: "The plan is paused",
  stalled: "The plan is stalled",
  failed: "The plan has failed",
  completed: "The plan is completed",
  rejected: "The plan is rejected",
  cancelled: "The plan is cancelled",
};
