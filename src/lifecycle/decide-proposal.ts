import { canonical } from "../plan/canonical.ts";
import type { Approvers } from "./approvers.ts";
import { askReview } from "./ask-review.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { ENDS, type LivePlan, type PlanState } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { closings, opening } from "./request.ts";

type ProposalCommand = Extract<PlanCommand, { type: "propose" | "edit" }>;

/** The words of a plan: proposing them, and what changing them does to whatever was said of the old ones. */
export function decideProposal(state: PlanState, command: ProposalCommand, terms: Terms): Decided<PlanEvent> {
  if (command.type === "propose") return propose(state, command, terms);
  if (state.status === "absent") return refuse("wrong_state", "There is no such plan.");
  return edit(state, command, terms);
}

/** A new plan, the next revision of one that was sent back, or other words for what is up for review. */
function propose(
  state: PlanState,
  command: Extract<PlanCommand, { type: "propose" }>,
  terms: Terms,
): Decided<PlanEvent> {
  const { plan, text, digest } = command;
  // Proposing again before anybody answered is an edit of what was proposed.
  if (state.status === "proposed" && digest === state.proposal.digest) {
    return refuse("unchanged", "This very text is proposed already and waits for its review.");
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

/** An edit of what is up for review asks again; an edit of what was signed voids the signature, or stops the run. */
function edit(state: LivePlan, command: Extract<PlanCommand, { type: "edit" }>, terms: Terms): Decided<PlanEvent> {
  const { digest, plan, text, ignored } = command;
  if (ENDS.includes(state.status) && terms.by.kind !== "file") {
    return refuse("wrong_state", `The plan is ${state.status}, so its text stays as it is.`, {
      hint: "Propose the new text as a plan of its own.",
      facts: { status: state.status },
    });
  }
  // Words of an agent bring along who may sign them; an edit by anybody else leaves that as it is.
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

/** The signed text goes on being the one that runs; a person says whether it still should. */
function diverge(state: LivePlan, digest: string, terms: Terms, edited: PlanEvent): PlanEvent[] {
  const earlier = closings(state.requests, "superseded", "divergence");
  const isSignedAgain = "approval" in state && state.approval?.signed.digest === digest;
  if (isSignedAgain) return [...earlier, edited];
  const pause: PlanEvent[] = state.status === "executing" ? [{ type: "paused", why: "diverged" }] : [];
  const { at, by } = terms;
  const record = { journal: state.id, version: state.version + 1, at, by, minutes: 0 };
  return [...earlier, edited, ...pause, opening({ kind: "divergence", digest }, record)];
}

/** The approvers that only this host knows, unless they are in the record already. They are added, and never replaced. */
function keeping(state: PlanState, { kept_approvers: kept }: Terms): { approvers?: Approvers } {
  const known = state.status === "absent" ? [] : (state.approvers ?? []);
  const isKnown = kept === undefined || known.some((one) => canonical(one) === canonical(kept));
  return isKnown ? {} : { approvers: kept };
}

function done(events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
