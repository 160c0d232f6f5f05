import { canonical } from "../plan/canonical.ts";
import type { Approvers } from "./approvers.ts";
import { askReview } from "./ask-review.ts";
import type { CommandOf, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { ENDS, type LivePlan, type PlanState } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { closings, opening } from "./request.ts";

/** A new plan, the next revision of one that was sent back, or an edit of the text under review. */
export function propose(state: PlanState, command: CommandOf<"propose">, terms: Terms): Decided<PlanEvent> {
  const { plan, text, digest } = command;
  // Proposing again before a review was answered is an edit of the proposal.
  if (state.status === "proposed" && digest === state.proposal.digest) {
    return refuse("unchanged", "This text is already proposed and waits for its review.");
  }
  if (state.status === "proposed") return edit(state, { type: "edit", plan, text, digest }, terms);
  if (state.status === "changes_requested" && digest === state.review.digest) {
    return refuse("unchanged", "This is the text that was sent back; change it first.");
  }
  const revision = state.status === "absent" ? 1 : state.proposal.revision + 1;
  const requester = state.status === "absent" ? (command.requester ?? terms.by) : state.requester;
  const life = state.status === "absent" ? { id: plan.id, version: 0 } : state;
  return done([
    { type: "proposed", revision, digest, plan, text, requester, ...keeping(state, terms) },
    askReview(life, { revision, digest }, terms),
  ]);
}

/**
 * An edit of a text under review asks for the review again; an edit of a signed text voids the signatures, or stops
 * the run.
 */
export function edit(state: LivePlan, command: CommandOf<"edit">, terms: Terms): Decided<PlanEvent> {
  const { digest, plan, text, ignored } = command;
  if (ENDS.includes(state.status) && terms.by.kind !== "file") {
    return refuse("wrong_state", `The plan is ${state.status}, so its text cannot change.`, {
      hint: "Propose the new text as a new plan.",
      facts: { status: state.status },
    });
  }
  // Editors end the last line, and forms change line ends.
  const isSame = digest === state.proposal.digest && sameLines(text) === sameLines(state.proposal.text);
  if (isSame && terms.by.kind !== "file") {
    return refuse("unchanged", `The text of ${state.id} is unchanged: nothing was saved.`);
  }
  // A text that an agent proposes sets who may sign it; any other edit leaves that unchanged.
  const kept = terms.by.kind === "agent" ? keeping(state, terms) : {};
  const edited: PlanEvent = { type: "edited", digest, plan, text, ...(ignored?.length && { ignored }), ...kept };
  if (digest === state.proposal.digest) return done([edited]);
  const superseded = closings(state.requests, "superseded");
  const review = askReview(state, { revision: state.proposal.revision, digest }, terms);
  switch (state.status) {
    case "proposed":
    case "needs_review":
      return done([...superseded, edited, review]);
    case "approved":
      return done([...superseded, edited, { type: "approval_voided" }, review]);
    case "executing":
    case "paused":
    case "stalled":
      return done(diverge(state, digest, terms, edited));
    case "changes_requested":
    case "failed":
    case "completed":
    case "rejected":
    case "cancelled":
      return done([edited]);
  }
}

function sameLines(text: string): string {
  return text.replaceAll("\r\n", "\n").trimEnd();
}

/** The signed text keeps running; a person is asked whether it should. */
function diverge(state: LivePlan, digest: string, terms: Terms, edited: PlanEvent): PlanEvent[] {
  const earlier = closings(state.requests, "superseded", "divergence");
  const isSignedAgain = "approval" in state && state.approval?.signed.digest === digest;
  if (isSignedAgain) return [...earlier, edited];
  const pause: PlanEvent[] = state.status === "executing" ? [{ type: "paused", why: "diverged" }] : [];
  const { at, by } = terms;
  const record = { journal: state.id, version: state.version + 1, at, by, minutes: 0 };
  return [...earlier, edited, ...pause, opening({ kind: "divergence", digest }, record)];
}

/** The approvers that only this host knows, unless the record has them. They are added, never replaced. */
function keeping(state: PlanState, { kept_approvers: kept }: Terms): { approvers?: Approvers } {
  const known = state.status === "absent" ? [] : (state.approvers ?? []);
  const isKnown = kept === undefined || known.some((one) => canonical(one) === canonical(kept));
  return isKnown ? {} : { approvers: kept };
}

function done(events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
