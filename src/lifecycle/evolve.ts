import { canonical } from "../plan/canonical.ts";
import { defined } from "../plan/defined.ts";
import { freeze } from "../plan/freeze.ts";
import { bootsAfter, movedTime } from "./clock-change.ts";
import { ALLOWED_REVISIONS } from "./decide-review.ts";
import { initialStepStates } from "./initial-step-states.ts";
import { withModel } from "./model-of-step.ts";
import { OwnCopies } from "./own-copies.ts";
import { ownProperty } from "./own-property.ts";
import type { Occasion, PlanEvent } from "./plan-event.ts";
import {
  type Approval,
  ENDS,
  type LivePlan,
  type PlanLife,
  type PlanState,
  type Proposal,
  type Review,
  type Run,
} from "./plan-state.ts";
import { evolveRequests, movedRequests } from "./request.ts";
import { moveStep, rolledBack } from "./step-state.ts";
import { unchangedSelections } from "./unchanged-selections.ts";

type ClockSet = Extract<PlanEvent, { type: "clock_set" }>;

/**
 * The plan's state after an event. Throws for an event that cannot have happened: such a journal is broken. A caller
 * that passes `copies` on from event to event may use only the last state: earlier ones may share its collections.
 */
export function evolve(state: PlanState, event: PlanEvent, occasion: Occasion, copies = new OwnCopies()): PlanState {
  if (state.status === "absent") {
    if (event.type !== "proposed") throw new Error(`A plan's journal cannot begin with "${event.type}".`);
    return born(event, occasion);
  }
  const { version, at, boot } = occasion;
  const change = event.type === "clock_set" ? event : undefined;
  const updated_at = change ? movedTime(state.updated_at, change, at) : at;
  const boots = bootsAfter(state.boots, boot, change);
  return apply({ ...state, version, updated_at, ...defined({ boots }) }, event, occasion, copies);
}

export function evolveAll(
  state: PlanState,
  events: readonly PlanEvent[],
  occasion: Occasion,
  copies = new OwnCopies(),
): PlanState {
  // A record without events only wrote the plan's file.
  if (events.length === 0 && state.status !== "absent") return { ...state, version: occasion.version };
  return events.reduce((before, event) => evolve(before, event, occasion, copies), state);
}

function born(event: Extract<PlanEvent, { type: "proposed" }>, occasion: Occasion): PlanState {
  return {
    status: "proposed",
    id: event.plan.id,
    version: occasion.version,
    created_at: occasion.at,
    updated_at: occasion.at,
    ...defined({ boots: bootsAfter(undefined, occasion.boot) }),
    requester: event.requester,
    ...(event.approvers && { approvers: [event.approvers] }),
    proposal: proposalOf(event, event.revision, occasion),
    allowed_revisions: ALLOWED_REVISIONS,
    reviews: [],
    requests: {},
    selections: {},
    signatures: [],
    archived: false,
  };
}

function apply(before: LivePlan, event: PlanEvent, occasion: Occasion, copies: OwnCopies): PlanState {
  const { at, by } = occasion;
  const state = withApprovers(before, event);
  switch (event.type) {
    case "proposed": {
      const proposal = proposalOf(event, event.revision, occasion);
      const selections = unchangedSelections(state.selections, state.proposal.plan, event.plan);
      return { ...lifeOf(state), status: "proposed", proposal, selections, signatures: [] };
    }
    case "edited": {
      const { digest, plan, text } = event;
      if (digest === state.proposal.digest) return { ...state, proposal: freeze({ ...state.proposal, plan, text }) };
      const proposal = proposalOf(event, state.proposal.revision, occasion);
      // Answers stay about the signed text until the signatures are void.
      if ("approval" in state) return { ...state, proposal };
      const selections = unchangedSelections(state.selections, state.proposal.plan, plan);
      if (state.status !== "proposed" && state.status !== "needs_review") return { ...state, proposal, selections };
      return { ...lifeOf(state), status: state.status, proposal, selections, signatures: [] };
    }
    case "signed": {
      if (state.status !== "proposed" && state.status !== "needs_review") throw impossible(state, event);
      const signature = { by, at, ...(event.notes && { notes: event.notes }) };
      return { ...state, signatures: [...state.signatures, signature], choices: event.choices };
    }
    case "approved": {
      if (state.status !== "proposed" && state.status !== "needs_review") throw impossible(state, event);
      const approval: Approval = {
        signed: state.proposal,
        choices: state.choices ?? {},
        signatures: state.signatures,
        ...(event.later && { later: true }),
      };
      const { voided: _, ...rest } = lifeOf(state);
      return { ...rest, status: "approved", approval };
    }
    case "approval_voided": {
      if (state.status !== "approved" && state.status !== "paused" && state.status !== "stalled") {
        throw impossible(state, event);
      }
      const selections = unchangedSelections(state.selections, state.approval.signed.plan, state.proposal.plan);
      const { signed, signatures } = state.approval;
      const voided = { at, revision: signed.revision, signatures };
      return {
        ...withoutAmendments(withEndedRun(lifeOf(state), at)),
        status: "proposed",
        selections,
        voided,
        signatures: [],
      };
    }
    case "changes_requested":
    case "withdrawn": {
      const review = reviewOf(event, state.proposal, occasion);
      return { ...lifeOf(state), status: "changes_requested", review, reviews: copies.append(state.reviews, review) };
    }
    case "revisions_exhausted":
      return { ...lifeOf(state), status: "needs_review", signatures: [] };
    case "reopened": {
      const review = state.reviews.at(-1);
      if (review === undefined) throw impossible(state, event);
      return { ...lifeOf(state), status: "changes_requested", review, allowed_revisions: state.proposal.revision + 1 };
    }
    case "rejected": {
      const review = reviewOf(event, state.proposal, occasion);
      return { ...lifeOf(state), status: "rejected", review, reviews: copies.append(state.reviews, review) };
    }
    case "cancelled":
      return {
        ...withEndedRun(lifeOf(state), at),
        status: "cancelled",
        by,
        why: event.why,
        ...(event.note && { note: event.note }),
        ...defined({ days: event.days }),
        ...("approval" in state && state.approval && { approval: state.approval }),
      };
    case "decided": {
      const selections = { ...state.selections, [event.decision_id]: event.selections };
      return { ...state, ...(state.run && { run: outdated(state.run, event, state.selections) }), selections };
    }
    case "queued": {
      if (state.status !== "approved") throw impossible(state, event);
      return { ...state, queued: { priority: event.priority, at, by } };
    }
    case "unqueued": {
      if (state.status !== "approved") throw impossible(state, event);
      const { queued: _, ...rest } = state;
      return rest;
    }
    case "run_started": {
      if (state.status !== "approved") throw impossible(state, event);
      const { approval } = state;
      const { plan } = approval.signed;
      const left_out = approval.choices.left_out ?? [];
      const steps = initialStepStates(approval, state.run);
      const { lease, snapshot } = event;
      const run: Run = {
        id: event.run_id,
        executor: by,
        started_at: at,
        plan,
        left_out,
        steps,
        ...defined({ lease, snapshot }),
        // Amendments hold as long as the signatures do.
        ...(state.run?.amendments && isSameText(state.run, approval) && { amendments: state.run.amendments }),
      };
      return { ...lifeOf(state), status: "executing", approval, run };
    }
    case "paused":
      return {
        ...lifeOf(state),
        ...running(state, event),
        status: "paused",
        why: event.why,
        ...defined({ now: event.now }),
      };
    case "resumed":
      return { ...lifeOf(state), ...running(state, event), status: "executing" };
    case "stalled":
      return { ...lifeOf(state), ...running(state, event), status: "stalled" };
    case "lease_taken": {
      const { run } = running(state, event);
      return { ...state, run: { ...run, lease: event.lease, executor: by } } as LivePlan;
    }
    case "lease_released": {
      const { lease: _, ...run } = running(state, event).run;
      return { ...state, run } as LivePlan;
    }
    case "amended": {
      const { run } = running(state, event);
      const { type: _, ...added } = event;
      return {
        ...state,
        run: { ...run, amendments: copies.append(run.amendments ?? [], { ...added, at, by }) },
      } as LivePlan;
    }
    case "budget_raised": {
      const { run } = running(state, event);
      const { type: _, ...raised } = event;
      return { ...state, run: { ...run, raised: copies.append(run.raised ?? [], raised) } } as LivePlan;
    }
    case "model_chosen": {
      if (!("approval" in state) || state.approval === undefined) throw impossible(state, event);
      return { ...state, approval: withModel(state.approval, event) } as LivePlan;
    }
    case "rolled_back": {
      const { run } = running(state, event);
      const { steps, to } = event;
      const back = { ...run, rolled_back: copies.append(run.rolled_back ?? [], { at, by, steps, to }) };
      const isOver = ENDS.includes(state.status);
      return { ...state, run: { ...back, steps: rolledBack(run.steps, steps, isOver) } } as LivePlan;
    }
    case "call_judged":
      return state;
    case "step_updated": {
      const { run } = running(state, event);
      return { ...state, run: { ...run, steps: moveStep(run.steps, event) } } as LivePlan;
    }
    case "completed": {
      const { approval, run } = running(state, event);
      return {
        ...lifeOf(state),
        status: "completed",
        approval,
        run: endedRun(run, at),
        ...(event.summary && { summary: event.summary }),
      };
    }
    case "failed": {
      const { approval, run } = running(state, event);
      return {
        ...lifeOf(state),
        status: "failed",
        approval,
        run: endedRun(run, at),
        reason: event.reason,
        ...(event.summary && { summary: event.summary }),
      };
    }
    case "retried":
      return { ...lifeOf(state), ...running(state, event), status: "approved" };
    case "archived":
      return { ...state, archived: true };
    case "restored":
      return { ...state, archived: false };
    case "journal_repaired":
      return state;
    case "clock_set":
      return afterClockSet(state, event, at, copies);
    case "request_opened":
    case "request_answered":
    case "request_closed":
      return { ...state, requests: evolveRequests(state.requests, event, occasion, copies) };
  }
}

/** Waiting and running times are counted on, by the new clock; nothing else changes. */
function afterClockSet(state: LivePlan, { type: _, ...change }: ClockSet, at: string, copies: OwnCopies): LivePlan {
  const requests = movedRequests(state.requests, change, at, copies);
  const queued = "queued" in state && state.queued && { ...state.queued, at: movedTime(state.queued.at, change, at) };
  const run = state.run &&
    state.run.ended_at === undefined && {
      ...state.run,
      started_at: movedTime(state.run.started_at, change, at),
      ...(change.unknown && { is_time_unknown: true as const }),
    };
  const clock_set = { ...change, at };
  return { ...state, requests, clock_set, ...(run && { run }), ...(queued && { queued }) } as LivePlan;
}

/** The approvers a plan was proposed under are never removed, and never added twice. */
function withApprovers(state: LivePlan, event: PlanEvent): LivePlan {
  if ((event.type !== "proposed" && event.type !== "edited") || event.approvers === undefined) return state;
  return { ...state, approvers: [...(state.approvers ?? []), event.approvers] };
}

/** What a plan keeps through every change of its status. */
const KEPT: readonly (keyof PlanLife)[] = [
  "id",
  "version",
  "created_at",
  "updated_at",
  "boots",
  "clock_set",
  "requester",
  "approvers",
  "proposal",
  "allowed_revisions",
  "reviews",
  "requests",
  "selections",
  "run",
  "voided",
  "archived",
];

function lifeOf(state: LivePlan): PlanLife {
  const kept = KEPT.filter((key) => state[key] !== undefined).map((key) => [key, state[key]]);
  return Object.fromEntries(kept) as PlanLife;
}

function proposalOf(
  event: Extract<PlanEvent, { type: "proposed" | "edited" }>,
  revision: number,
  occasion: Occasion,
): Proposal {
  const { digest, plan, text } = event;
  // A program that embeds us has this object in its hands: the signed text must be the proposed one.
  return freeze({ revision, digest, plan, text, proposed_by: occasion.by, at: occasion.at });
}

function reviewOf(
  event: Extract<PlanEvent, { type: "changes_requested" | "withdrawn" | "rejected" }>,
  { digest }: Proposal,
  { at, by }: Occasion,
): Review {
  const { comments, quotes } = event.type === "changes_requested" ? event : {};
  const { type: verdict, revision, feedback } = event;
  return { at, by, revision, digest, verdict, feedback, ...defined({ comments, quotes }) };
}

function running(state: LivePlan, event: PlanEvent): { approval: Approval; run: Run } {
  if (!("approval" in state) || state.approval === undefined || state.run === undefined) throw impossible(state, event);
  return { approval: state.approval, run: state.run };
}

function endedRun({ lease: _, ...run }: Run, at: string): Run {
  return { ...run, ended_at: at };
}

function withEndedRun(life: PlanLife, at: string): PlanLife {
  return life.run === undefined || life.run.ended_at !== undefined
    ? life
    : { ...life, run: { ...life.run, ended_at: at } };
}

/** Amendments extend the signed text; the next signers have not seen them. */
function withoutAmendments({ run, ...life }: PlanLife): PlanLife {
  if (run === undefined) return life;
  const { amendments: _, ...rest } = run;
  return { ...life, run: rest };
}

/** Steps that were done, or are running, by an answer that has changed since. */
function outdated(
  run: Run,
  { decision_id, selections }: Extract<PlanEvent, { type: "decided" }>,
  before: Record<string, string[]>,
): Run {
  const earlier = ownProperty(before, decision_id);
  if (earlier === undefined || canonical(earlier) === canonical(selections)) return run;
  const used = run.plan.steps.filter((step) => step.decision_id === decision_id).map(({ id }) => id);
  const steps = used.reduce((after, id) => {
    const step = after.get(id);
    return step?.status === "completed" || step?.status === "in_progress"
      ? after.with(id, { ...step, is_outdated: true })
      : after;
  }, run.steps);
  return { ...run, steps };
}

function isSameText(run: Run, { signed }: Approval): boolean {
  return canonical(run.plan) === canonical(signed.plan);
}

function impossible(state: LivePlan, event: PlanEvent): Error {
  return new Error(`The journal says "${event.type}" of a plan that is ${state.status}.`);
}
