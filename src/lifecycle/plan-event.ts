import type { Digest } from "../plan/digest.ts";
import type { Plan, StepId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Judgement } from "./agent-phase.ts";
import type { Addition } from "./amendment.ts";
import type { Approvers } from "./approvers.ts";
import type { Boot, ClockChange } from "./clock-change.ts";
import type { Comments } from "./comment.ts";
import type { Lease } from "./lease.ts";
import type { Choices, PauseReason } from "./plan-state.ts";
import type { BudgetOf, BudgetOfWhat, RequestEvent } from "./request.ts";
import type { StepResult } from "./step-result.ts";
import type { StepStatus } from "./step-state.ts";

/** The events of a plan. The journal record that holds an event says who caused it, and when. */
export type PlanEvent =
  /** `approvers`: those of the proposing host, if they are not in the files that every surface reads. */
  | ({ type: "proposed"; revision: number; requester: Actor; approvers?: Approvers } & Words)
  /** The text changed within its revision; `ignored` names status claims in the file, which changed nothing. */
  | ({ type: "edited"; ignored?: string[]; approvers?: Approvers } & Words)
  | { type: "signed"; revision: number; digest: Digest; choices: Choices; notes?: string }
  /** `later`: the approver wants to start it. */
  | { type: "approved"; revision: number; digest: Digest; later?: true }
  | { type: "approval_voided" }
  | ({ type: "changes_requested"; revision: number; feedback: string } & Comments)
  | { type: "withdrawn"; revision: number; feedback: string }
  | { type: "revisions_exhausted" }
  | { type: "reopened" }
  | { type: "rejected"; revision: number; feedback: string }
  | { type: "cancelled"; why: "person" | "stale"; note?: string /** Without an answer. */; days?: number }
  | { type: "decided"; decision_id: string; selections: string[] }
  | { type: "queued"; priority: number }
  | { type: "unqueued" }
  | { type: "run_started"; run_id: string; lease?: Lease; snapshot?: string }
  | { type: "lease_taken"; lease: Lease }
  | { type: "lease_released" }
  | { type: "paused"; why: PauseReason; now?: true }
  | { type: "resumed" }
  | { type: "stalled" }
  | {
      type: "step_updated";
      step_id: StepId;
      from: StepStatus;
      to: StepStatus;
      notes?: string;
      subagent_id?: string;
      result?: StepResult;
    }
  | ({ type: "amended"; step_id: StepId } & Addition)
  | { type: "budget_raised"; of: BudgetOf; what: BudgetOfWhat; to: number }
  /** A person chose another model after the signature; `instead_of`: for the steps that want this one. */
  | { type: "model_chosen"; model: string; instead_of?: string }
  | ({ type: "call_judged"; step_id: StepId; subagent_id: string } & Judgement)
  | { type: "rolled_back"; steps: StepId[]; to: string }
  | { type: "completed"; summary?: string }
  | { type: "failed"; reason: string; summary?: string }
  | { type: "retried" }
  | { type: "archived" }
  | { type: "restored" }
  /** A crash left a partial last line; it was never acknowledged, and was cut off. */
  | { type: "journal_repaired"; lost_bytes: number }
  /** The clock was set since the record before, or another machine with another clock wrote that. */
  | ({ type: "clock_set" } & ClockChange)
  | RequestEvent;

interface Words {
  digest: Digest;
  plan: Plan;
  text: string;
}

/** The journal record that holds an event: where and when it happened. */
export interface Occasion {
  journal: string;
  version: number;
  at: string;
  by: Actor;
  boot?: Boot;
}
