import type { Digest } from "../plan/digest.ts";
import type { Plan, PlanId, StepId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Amendment } from "./amendment.ts";
import type { Approvers } from "./approvers.ts";
import type { Boots, ClockChange } from "./clock-change.ts";
import type { Comments } from "./comment.ts";
import type { Lease } from "./lease.ts";
import type { BudgetOf, BudgetOfWhat, Requests } from "./request.ts";
import type { StepStates } from "./step-states.ts";

export const PLAN_STATUSES = [
  "proposed",
  "changes_requested",
  "needs_review",
  "approved",
  "executing",
  "paused",
  "stalled",
  "failed",
  "completed",
  "rejected",
  "cancelled",
] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** One proposed text of a plan, exactly as shown. */
export interface Proposal {
  revision: number;
  digest: Digest;
  plan: Plan;
  /** The whole file, as it was read or written. */
  text: string;
  proposed_by: Actor;
  at: string;
}

/** What an approver may choose. Two signatures count together only if they chose the same. */
export interface Choices {
  left_out?: StepId[];
  executor_model?: string;
}

export interface Signature {
  by: Actor;
  at: string;
  notes?: string;
}

/** The countersignature, with the exact text that was signed. */
export interface Approval {
  signed: Proposal;
  choices: Choices;
  signatures: Signature[];
  /** A person starts it; no host does so by itself. */
  later?: true;
  /** By model: the one that a person chose instead of it after the signature. */
  instead?: Record<string, string>;
}

/** A request for changes, a rejection or a withdrawal of a revision. */
export interface Review extends Comments {
  at: string;
  by: Actor;
  revision: number;
  digest: Digest;
  verdict: "changes_requested" | "rejected" | "withdrawn";
  feedback: string;
}

export interface Run {
  id: string;
  executor: Actor;
  /** By the clock that is in force since. */
  started_at: string;
  ended_at?: string;
  /** The clock was set during it by an unknown amount, so its times do not tell how long it took. */
  is_time_unknown?: true;
  /** The signed plan it carries out, less what the approvers left out. */
  plan: Plan;
  left_out: StepId[];
  steps: StepStates;
  /** The process that runs it now; absent if none does. */
  lease?: Lease;
  /** The tree before it. */
  snapshot?: string;
  amendments?: Amendment[];
  /** Limits that a person raised. */
  raised?: RaisedBudget[];
  rolled_back?: { at: string; by: Actor; steps: StepId[]; to: string }[];
}

export interface RaisedBudget {
  of: BudgetOf;
  what: BudgetOfWhat;
  to: number;
}

/** Fields that a plan has in every status. */
export interface PlanLife {
  id: PlanId;
  /** The number of the last journal record; every write makes it grow. */
  version: number;
  created_at: string;
  /** The time of that record, by the clock that is in force since. */
  updated_at: string;
  boots?: Boots;
  /** The last time that the clock was set; `at` is by the clock after it. */
  clock_set?: ClockChange & { at: string };
  requester: Actor;
  /** Approvers that only the proposing host knew: they hold on every surface as long as the plan exists. */
  approvers?: Approvers[];
  /** The newest text. After an approval it may differ from the signed one; only the signed one runs. */
  proposal: Proposal;
  /** How many revisions may be proposed before a person has to step in. */
  allowed_revisions: number;
  reviews: Review[];
  requests: Requests;
  /** By decision id: the labels that were chosen. */
  selections: Record<string, string[]>;
  /** The last run, kept through retries and new reviews, so that completed steps do not run twice by accident. */
  run?: Run;
  /** Signatures that an edit has voided, until the next signature. */
  voided?: { at: string; revision: number; signatures: Signature[] };
  archived: boolean;
}

export type PlanState =
  | { status: "absent" }
  | (PlanLife & { status: "proposed" | "needs_review"; signatures: Signature[]; choices?: Choices })
  | (PlanLife & { status: "changes_requested"; review: Review })
  | (PlanLife & { status: "approved"; approval: Approval; queued?: Queued })
  | (PlanLife & { status: "executing" | "stalled"; approval: Approval; run: Run })
  | (PlanLife & { status: "paused"; approval: Approval; run: Run; why: PauseReason; now?: true })
  | (PlanLife & { status: "failed"; approval: Approval; run: Run; reason: string; summary?: string })
  | (PlanLife & { status: "completed"; approval: Approval; run: Run; summary?: string })
  | (PlanLife & { status: "rejected"; review: Review })
  | (PlanLife & {
      status: "cancelled";
      by: Actor;
      why: "person" | "stale";
      note?: string;
      days?: number;
      approval?: Approval;
    });

/** It waits for a slot: the highest priority first, then the longest wait. */
export interface Queued {
  priority: number;
  at: string;
  by: Actor;
}

/** `left`: its executor ended on purpose, and no other has taken the run over. */
export type PauseReason = "person" | "diverged" | "budget" | "model" | "left";

export type LivePlan = Exclude<PlanState, { status: "absent" }>;

/** A plan that runs or ran: the signed text and its progress. */
export type RunningPlan = LivePlan & { run: Run; approval: Approval };

/** The text that answers and runs refer to: the signed one, if there is one. */
export function bindingProposal(state: LivePlan): Proposal {
  return "approval" in state && state.approval ? state.approval.signed : state.proposal;
}

export function bindingPlan(state: LivePlan): Plan {
  return bindingProposal(state).plan;
}

/** Ended plans never run again. */
export const ENDS: readonly PlanStatus[] = ["completed", "rejected", "cancelled"];

export const ABSENT: PlanState = { status: "absent" };
