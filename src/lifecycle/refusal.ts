import type { NextAction } from "./next-action.ts";

/** Every reason for which a command can be refused. Programs read the kind, people the message. */
export type RefusalKind =
  | "wrong_state"
  | "person_needed"
  | "access_needed"
  | "not_an_approver"
  | "requester_excluded"
  | "already_signed"
  | "quorum_needed"
  | "choices_differ"
  | "stale_revision"
  | "stale_digest"
  | "unchanged"
  | "needs_review"
  | "feedback_missing"
  | "wrong_comment"
  | "quote_not_found"
  | "reason_missing"
  | "unknown_step"
  | "left_out_needed"
  | "unknown_decision"
  | "unknown_option"
  | "wrong_number_of_options"
  | "unknown_request"
  | "request_closed"
  | "wrong_answer"
  | "not_due"
  | "steps_unfinished"
  | "step_in_progress"
  | "wrong_step_state"
  | "dependencies_unfinished"
  | "decision_open"
  | "already_archived"
  | "not_archived"
  | "diverged"
  | "lost_lease"
  | "budget_open"
  | "model_open"
  | "not_queued"
  | "not_started"
  | "already_planning"
  | "not_planning";

/** An expected "no", as a value with the facts that a program and a person need to continue. */
export interface Refusal {
  kind: RefusalKind;
  message: string;
  /** A sentence that names no command. */
  hint?: string;
  /** The next action for a person; each surface names its own command for it. */
  next?: readonly NextAction[];
  facts?: Record<string, unknown>;
}

export function refusal(
  kind: RefusalKind,
  message: string,
  more: Pick<Refusal, "hint" | "next" | "facts"> = {},
): Refusal {
  return { kind, message, ...more };
}

export type Decided<Event> = { ok: true; events: Event[] } | { ok: false; refusal: Refusal };

export function refuse(...args: Parameters<typeof refusal>): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: refusal(...args) };
}
