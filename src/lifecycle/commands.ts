import { type Access, accessToEdit, isLimited, type SigningStatus } from "./access.ts";
import { type Actor, personOf } from "./actor.ts";
import { mayWithdraw } from "./approvers.ts";
import { isStarted } from "./is-started.ts";
import type { PlanCommandType } from "./plan-command.ts";
import { bindingPlan, ENDS, type LivePlan, PLAN_STATUSES, type PlanStatus } from "./plan-state.ts";
import { openRequests, type RequestSubject } from "./request.ts";
import { canRollBack } from "./steps-to-roll-back.ts";

/** A command: from which statuses, by whom, and when a surface offers it. */
export interface CommandRow {
  from: readonly (PlanStatus | "absent")[];
  /**
   * Who may give it, checked again after the desk: only a person; a person, or the host by itself; also this machine's
   * own user; or anyone, including agents and edited files.
   */
  giver: "person" | "person_or_host" | "host" | "anyone";
  /** Completes "The plan cannot be …". */
  verb: string;
  /** Only a person who may review the plan can give it. */
  reviewers?: true;
  /** Only the executor can give it, under its lease. */
  lease?: true;
  /** A person may choose it: its position in the list that surfaces show, and a condition besides the status. */
  offer?: { place: number; when?: (state: LivePlan, viewer: Actor) => boolean };
}

const ALIVE = PLAN_STATUSES.filter((status) => !ENDS.includes(status));

const BEGUN: readonly PlanStatus[] = ["executing", "paused", "stalled"];

const RAN: readonly PlanStatus[] = [...BEGUN, "failed", "completed", "cancelled"];

/**
 * The one table of commands: `decide` refuses a command that its row does not allow, and `offers` reads the same
 * rows. `deciders.ts` has the function for every row, in a file of its own so that looking at plans does not load it.
 */
export const COMMANDS: Readonly<Record<PlanCommandType, CommandRow>> = {
  propose: {
    from: ["absent", "proposed", "changes_requested"],
    giver: "anyone",
    verb: "proposed",
  },
  edit: { from: PLAN_STATUSES, giver: "anyone", verb: "edited" },
  approve: {
    from: ["proposed", "needs_review"],
    giver: "person",
    verb: "approved",
    reviewers: true,
    offer: { place: 1, when: hasNotSigned },
  },
  request_changes: {
    from: ["proposed"],
    giver: "person",
    verb: "sent back for changes",
    reviewers: true,
    offer: { place: 2 },
  },
  reject: {
    from: ["proposed", "needs_review"],
    giver: "person",
    verb: "rejected",
    reviewers: true,
    offer: { place: 3 },
  },
  withdraw: {
    from: ["proposed"],
    giver: "anyone",
    verb: "withdrawn",
    offer: { place: 18, when: (state, viewer) => mayWithdraw(state, viewer) === undefined },
  },
  reopen: {
    from: ["needs_review"],
    giver: "person",
    verb: "reopened",
    reviewers: true,
    offer: { place: 4 },
  },
  cancel: {
    from: ALIVE,
    giver: "person",
    verb: "cancelled",
    offer: { place: 19 },
  },
  decide: {
    from: ["approved", ...BEGUN, "failed"],
    giver: "person",
    verb: "decided on",
    reviewers: true,
    offer: { place: 8, when: (state) => (bindingPlan(state).decisions ?? []).length > 0 },
  },
  settle_divergence: {
    from: ["paused", "stalled"],
    giver: "person",
    verb: "settled",
    reviewers: true,
    offer: { place: 9, when: (state) => asks(state, "divergence") },
  },
  choose_model: {
    from: ["approved", "paused", "stalled", "failed"],
    giver: "person",
    verb: "given another model",
    reviewers: true,
    offer: { place: 22 },
  },
  expire_request: { from: ALIVE, giver: "host", verb: "timed out" },
  go_stale: {
    from: ["proposed", "changes_requested", "needs_review"],
    giver: "host",
    verb: "declared stale",
  },
  queue: { from: ["approved"], giver: "host", verb: "queued", offer: { place: 6 } },
  unqueue: {
    from: ["approved"],
    giver: "host",
    verb: "taken from the queue",
    offer: { place: 7, when: (state) => "queued" in state },
  },
  start: { from: ["approved"], giver: "host", verb: "started", offer: { place: 5 } },
  take_lease: { from: [...BEGUN, "cancelled"], giver: "host", verb: "taken over" },
  release_lease: { from: RAN, giver: "host", verb: "left", lease: true },
  pause: {
    from: ["executing", "paused"],
    giver: "host",
    verb: "paused",
    offer: { place: 10, when: ({ status }) => status === "executing" },
  },
  resume: {
    from: ["paused", "stalled"],
    giver: "person",
    verb: "resumed",
    offer: { place: 11, when: (state) => !HOLDS.some((kind) => asks(state, kind)) },
  },
  stall: { from: ["executing"], giver: "host", verb: "declared stalled" },
  start_step: { from: ["executing"], giver: "host", verb: "carried on", lease: true },
  await_decision: {
    from: ["executing"],
    giver: "host",
    verb: "carried on",
    lease: true,
  },
  end_step: {
    from: [...BEGUN, "cancelled"],
    giver: "host",
    verb: "carried on",
    lease: true,
  },
  rerun_step: {
    from: ["executing"],
    giver: "host",
    verb: "carried on",
    lease: true,
  },
  amend: {
    from: ["executing", "paused"],
    giver: "host",
    verb: "amended",
    lease: true,
  },
  hit_budget: {
    from: ["executing", "paused"],
    giver: "host",
    verb: "paused",
    lease: true,
  },
  miss_model: {
    from: ["executing", "paused"],
    giver: "host",
    verb: "paused",
    lease: true,
  },
  answer: { from: BEGUN, giver: "person", verb: "answered" },
  record_call: { from: RAN, giver: "host", verb: "added to" },
  skip_step: {
    from: [...BEGUN, "failed"],
    giver: "person",
    verb: "changed",
    reviewers: true,
    offer: { place: 13 },
  },
  retry_step: {
    from: [...BEGUN, "failed"],
    giver: "person",
    verb: "retried",
    offer: { place: 14 },
  },
  fail_step: {
    from: BEGUN,
    giver: "person",
    verb: "changed",
    offer: { place: 15, when: ({ run }) => (run?.steps.count("interrupted") ?? 0) > 0 },
  },
  complete: { from: ["executing"], giver: "host", verb: "completed", lease: true },
  fail: {
    from: BEGUN,
    giver: "host",
    verb: "marked as failed",
    offer: { place: 16 },
  },
  roll_back: {
    from: ["paused", "stalled", "failed", "completed", "cancelled"],
    giver: "person",
    verb: "rolled back",
    offer: { place: 17, when: (state) => isStarted(state) && canRollBack(state) },
  },
  retry: { from: ["failed"], giver: "person", verb: "retried", offer: { place: 12 } },
  archive: {
    from: ENDS,
    giver: "person_or_host",
    verb: "archived",
    offer: { place: 20, when: ({ archived }) => !archived },
  },
  restore: {
    from: ENDS,
    giver: "person_or_host",
    verb: "restored",
    offer: { place: 21, when: ({ archived }) => archived },
  },
};

/** What anyone may give, an author may; the other commands need an approver. */
export function accessFor(command: PlanCommandType, state: SigningStatus): Access {
  if (command === "edit") return accessToEdit(state);
  return COMMANDS[command].giver === "anyone" ? "author" : "approver";
}

export function mayGive(actor: Actor, command: PlanCommandType, state: SigningStatus): boolean {
  if (isLimited(actor, accessFor(command, state))) return false;
  const { kind } = actor;
  switch (COMMANDS[command].giver) {
    case "person":
      return kind === "person";
    case "person_or_host":
      return kind === "person" || kind === "host";
    case "host":
      return kind !== "agent" && kind !== "file";
    case "anyone":
      return true;
  }
}

/** A resume is refused while one of these is open. */
export const HOLDS: readonly RequestSubject["kind"][] = ["divergence", "budget", "model"];

function hasNotSigned(state: LivePlan, viewer: Actor): boolean {
  return !("signatures" in state && state.signatures.some(({ by }) => personOf(by) === personOf(viewer)));
}

function asks({ requests }: LivePlan, kind: RequestSubject["kind"]): boolean {
  return openRequests(requests).some((request) => request.kind === kind);
}
