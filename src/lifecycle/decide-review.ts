import { canonical } from "../plan/canonical.ts";
import { personOf } from "./actor.ts";
import { mayAnswerFor, mayWithdraw, quorumOf } from "./approvers.ts";
import { askDecisions } from "./ask-decisions.ts";
import { askReview } from "./ask-review.ts";
import { normaliseChoices, wrongChoices } from "./choices.ts";
import { closedWords } from "./closed-words.ts";
import { own } from "./own.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { LivePlan, PlanState } from "./plan-state.ts";
import { type Decided, type Refusal, refusal, refuse } from "./refusal.ts";
import { after, closings, openRequests, type RequestId } from "./request.ts";

export const ALLOWED_REVISIONS = 3;

type ReviewCommand = Extract<
  PlanCommand,
  {
    type:
      | "approve"
      | "request_changes"
      | "reject"
      | "withdraw"
      | "reopen"
      | "cancel"
      | "go_stale"
      | "archive"
      | "restore";
  }
>;

/** Reviewing and ending a plan: everything persons say of it until it runs, and after it ran. */
export function decideReview(state: PlanState, command: ReviewCommand, terms: Terms): Decided<PlanEvent> {
  if (state.status === "absent") return refuse("wrong_state", "There is no such plan.");
  switch (command.type) {
    case "approve":
      return approve(state, command, terms);
    case "request_changes":
      return requestChanges(state, command, terms);
    case "reject":
      return reject(state, command, terms);
    case "withdraw":
      return withdraw(state, command, terms);
    case "reopen": {
      const no = mayAnswerFor(state, terms);
      return no ? { ok: false, refusal: no } : done([...closings(state.requests, "cancelled"), { type: "reopened" }]);
    }
    case "cancel":
      return done([
        ...closings(state.requests, "cancelled"),
        { type: "cancelled", why: "person", ...(command.note && { note: command.note }) },
      ]);
    case "go_stale":
      return goStale(state, terms);
    case "archive":
      return state.archived
        ? refuse("already_archived", "The plan is in the archive already.")
        : done([{ type: "archived" }]);
    case "restore":
      return state.archived ? done([{ type: "restored" }]) : refuse("not_archived", "The plan is not in the archive.");
  }
}

type Of<Type extends ReviewCommand["type"]> = Extract<ReviewCommand, { type: Type }>;

function approve(state: LivePlan, command: Of<"approve">, terms: Terms): Decided<PlanEvent> {
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
    { type: "approved", revision, digest },
    ...askDecisions(state, choices, terms),
  ]);
}

function requestChanges(state: LivePlan, command: Of<"request_changes">, terms: Terms): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms) ?? staleness(state, command.revision) ?? lateness(state, command.request_id);
  if (no) return { ok: false, refusal: no };
  const { feedback, comments } = command;
  if (feedback.trim() === "" && Object.keys(comments ?? {}).length === 0) {
    return refuse("feedback_missing", "Say what should change: the planner works from your words.");
  }
  const known = new Set(state.proposal.plan.steps.map((step) => step.id));
  const unknown = Object.keys(comments ?? {}).filter((id) => !known.has(id));
  if (unknown.length > 0) return refuse("unknown_step", `The plan has no step ${unknown.join(", ")}.`);
  const { revision } = state.proposal;
  return done([
    ...answer(state, "changes_requested"),
    {
      type: "changes_requested",
      revision,
      feedback,
      ...(comments && Object.keys(comments).length > 0 && { comments }),
    },
    ...exhausted(state, terms),
  ]);
}

function reject(state: LivePlan, command: Of<"reject">, terms: Terms): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms) ?? staleness(state, command.revision) ?? lateness(state, command.request_id);
  if (no) return { ok: false, refusal: no };
  const { revision } = state.proposal;
  return done([...answer(state, "rejected"), { type: "rejected", revision, feedback: command.feedback ?? "" }]);
}

/** Who proposed may take it back and go on planning; it costs a revision like a request for changes. */
function withdraw(state: LivePlan, command: Of<"withdraw">, terms: Terms): Decided<PlanEvent> {
  const no = mayWithdraw(state, terms.by);
  if (no) return { ok: false, refusal: no };
  const { revision } = state.proposal;
  return done([
    ...closings(state.requests, "cancelled"),
    { type: "withdrawn", revision, feedback: command.feedback ?? "" },
    ...exhausted(state, terms),
  ]);
}

function goStale(state: LivePlan, terms: Terms): Decided<PlanEvent> {
  const due = after(state.updated_at, terms.stale_after_days * 24 * 60);
  if (due === undefined || due > terms.at) return refuse("not_due", "The plan is not stale.", { facts: { due } });
  const note = `no answer for ${terms.stale_after_days} days`;
  return done([...closings(state.requests, "expired"), { type: "cancelled", why: "stale", note }]);
}

function done(events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}

/** The approver must have seen what is there now: the revision, and for a signature the very words. */
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

/** Its time was over before it was answered. The plan can still be signed, by somebody who was shown that. */
function lateness({ requests }: LivePlan, id: RequestId | undefined): Refusal | undefined {
  const closing = id === undefined ? undefined : own(requests, id)?.closing;
  if (closing?.how !== "expired") return undefined;
  const hint = "Planning has ended. Look at the plan again if it should be answered all the same.";
  return refusal("request_closed", closedWords(closing), { hint, facts: { closing } });
}

/** After the last revision it is a person's turn, so the inbox has to say so. */
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
