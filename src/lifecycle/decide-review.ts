import { canonical } from "../plan/canonical.ts";
import { personOf } from "./actor.ts";
import { mayAnswerFor, mayWithdraw, quorumOf } from "./approvers.ts";
import { askDecisions } from "./ask-decisions.ts";
import { askReview } from "./ask-review.ts";
import { normaliseChoices, wrongChoices } from "./choices.ts";
import { ownProperty } from "./own-property.ts";
import type { CommandOf, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { LivePlan } from "./plan-state.ts";
import { type Decided, type Refusal, refusal, refuse } from "./refusal.ts";
import { after, closings, openRequests, type RequestId } from "./request.ts";
import { closedWords } from "./request-closing.ts";
import { wrongComments } from "./wrong-comments.ts";

export const ALLOWED_REVISIONS = 3;

export function approve(state: LivePlan, command: CommandOf<"approve">, terms: Terms): Decided<PlanEvent> {
  if (state.status !== "proposed" && state.status !== "needs_review")
    return refuse("wrong_state", "Nothing to approve.");
  const choices = normaliseChoices(command.choices ?? {});
  const no =
    mayAnswerFor(state, terms) ??
    staleness(state, command.revision, command.digest) ??
    lateness(state, command.request_id) ??
    wrongChoices(state.proposal.plan, choices);
  if (no) return { ok: false, refusal: no };
  if (state.signatures.some(({ by }) => personOf(by) === personOf(terms.by))) {
    return refuse("already_signed", `${terms.by.name} has signed this revision already; another approver is needed.`, {
      facts: { signatures: state.signatures.length, quorum: quorumOf(state, terms.approvers) },
    });
  }
  if (state.choices !== undefined && canonical(state.choices) !== canonical(choices)) {
    return refuse(
      "choices_differ",
      "The first approver chose other steps or another model; signatures count only together.",
      {
        facts: { chosen: state.choices },
      },
    );
  }
  const { revision, digest } = state.proposal;
  const signed: PlanEvent = {
    type: "signed",
    revision,
    digest,
    choices,
    ...(command.notes && { notes: command.notes }),
  };
  if (state.signatures.length + 1 < quorumOf(state, terms.approvers)) return done([signed]);
  return done([
    signed,
    ...answer(state, "approved"),
    { type: "approved", revision, digest, ...(command.later && { later: true }) },
    ...askDecisions(state, choices, terms),
  ]);
}

export function requestChanges(
  state: LivePlan,
  command: CommandOf<"request_changes">,
  terms: Terms,
): Decided<PlanEvent> {
  const no =
    mayAnswerFor(state, terms) ??
    staleness(state, command.revision, command.digest) ??
    lateness(state, command.request_id);
  if (no) return { ok: false, refusal: no };
  const { feedback, comments = {}, quotes = [] } = command;
  if (feedback.trim() === "" && Object.keys(comments).length + quotes.length === 0) {
    return refuse("feedback_missing", "Say what should change: the planner works from your words.");
  }
  const { revision, plan } = state.proposal;
  const wrong = wrongComments(plan, comments, quotes);
  if (wrong) return { ok: false, refusal: wrong };
  return done([
    ...answer(state, "changes_requested"),
    {
      type: "changes_requested",
      revision,
      feedback,
      ...(Object.keys(comments).length > 0 && { comments }),
      ...(quotes.length > 0 && { quotes }),
    },
    ...exhausted(state, terms),
  ]);
}

export function reject(state: LivePlan, command: CommandOf<"reject">, terms: Terms): Decided<PlanEvent> {
  const no =
    mayAnswerFor(state, terms) ??
    staleness(state, command.revision, command.digest) ??
    lateness(state, command.request_id);
  if (no) return { ok: false, refusal: no };
  const { revision } = state.proposal;
  return done([...answer(state, "rejected"), { type: "rejected", revision, feedback: command.feedback ?? "" }]);
}

/** The author may withdraw a proposal and plan on; it costs a revision, as a request for changes does. */
export function withdraw(state: LivePlan, command: CommandOf<"withdraw">, terms: Terms): Decided<PlanEvent> {
  const no = mayWithdraw(state, terms.by);
  if (no) return { ok: false, refusal: no };
  const { revision } = state.proposal;
  return done([
    ...closings(state.requests, "cancelled"),
    { type: "withdrawn", revision, feedback: command.feedback ?? "" },
    ...exhausted(state, terms),
  ]);
}

export function goStale(state: LivePlan, _: CommandOf<"go_stale">, terms: Terms): Decided<PlanEvent> {
  const due = after(state.updated_at, terms.stale_after_days * 24 * 60);
  if (due === undefined || due > terms.at) return refuse("not_due", "The plan is not stale.", { facts: { due } });
  const days = terms.stale_after_days;
  return done([...closings(state.requests, "expired"), { type: "cancelled", why: "stale", days }]);
}

function done(events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}

export function reopen(state: LivePlan, _: CommandOf<"reopen">, terms: Terms): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms);
  return no ? { ok: false, refusal: no } : done([...closings(state.requests, "cancelled"), { type: "reopened" }]);
}

export function cancel({ requests }: LivePlan, { note }: CommandOf<"cancel">): Decided<PlanEvent> {
  return done([...closings(requests, "cancelled"), { type: "cancelled", why: "person", ...(note && { note }) }]);
}

export function archive({ archived }: LivePlan): Decided<PlanEvent> {
  return archived ? refuse("already_archived", "The plan is in the archive already.") : done([{ type: "archived" }]);
}

export function restore({ archived }: LivePlan): Decided<PlanEvent> {
  return archived ? done([{ type: "restored" }]) : refuse("not_archived", "The plan is not in the archive.");
}

/** The approver must have seen the current text: its revision, and its digest where that was shown. */
function staleness(state: LivePlan, revision: number, digest?: string): Refusal | undefined {
  const current = state.proposal;
  if (revision !== current.revision) {
    return refusal("stale_revision", `This is revision ${current.revision} now; you answered revision ${revision}.`, {
      facts: { revision: current.revision, given: revision },
    });
  }
  if (digest !== undefined && digest !== current.digest) {
    return refusal("stale_digest", "The plan's text changed after it was shown; look at it again.", {
      facts: { digest: current.digest, given: digest },
    });
  }
  return undefined;
}

/** The request expired before it was answered. The plan can still be signed, by a person who was shown that. */
function lateness({ requests }: LivePlan, id: RequestId | undefined): Refusal | undefined {
  const closing = id === undefined ? undefined : ownProperty(requests, id)?.closing;
  if (closing?.how !== "expired") return undefined;
  const hint = "Planning has ended. To answer it all the same, look at the plan again.";
  return refusal("request_closed", closedWords(closing), { hint, facts: { closing } });
}

/** After the last revision a person must act, so the inbox has to show it. */
function exhausted(state: LivePlan, terms: Terms): PlanEvent[] {
  if (state.proposal.revision < state.allowed_revisions) return [];
  return [{ type: "revisions_exhausted" }, askReview(state, state.proposal, terms)];
}

function answer(state: LivePlan, verdict: "approved" | "changes_requested" | "rejected"): PlanEvent[] {
  return openRequests(state.requests).map(({ id, kind }) =>
    kind === "review"
      ? { type: "request_answered", request_id: id, answer: { kind, verdict } }
      : { type: "request_closed", request_id: id, how: "superseded" },
  );
}
