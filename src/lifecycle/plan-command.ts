import type { Digest } from "../plan/digest.ts";
import type { Plan, StepId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Judgement } from "./agent-phase.ts";
import type { Approvers } from "./approvers.ts";
import type { Moment } from "./clock-change.ts";
import type { Comments } from "./comment.ts";
import type { Lease } from "./lease.ts";
import type { Choices } from "./plan-state.ts";
import type { Answer, RequestId, RequestSubject } from "./request.ts";
import type { StepResult } from "./step-result.ts";

/** With `request_id` it answers that review, unless it expired; without, the open one, or the plan itself. */
interface OfReview {
  request_id?: RequestId;
}

export type PlanCommand =
  | { type: "propose"; plan: Plan; text: string; digest: Digest; requester?: Actor }
  | { type: "edit"; plan: Plan; text: string; digest: Digest; ignored?: string[] }
  /** `later`: nothing starts it by itself. */
  | ({
      type: "approve";
      revision: number;
      digest: Digest;
      choices?: Choices;
      notes?: string;
      later?: true;
    } & OfReview)
  /** With `digest` it answers that text only: an edit keeps the revision. */
  | ({ type: "request_changes"; revision: number; digest?: Digest; feedback: string } & Comments & OfReview)
  | ({ type: "reject"; revision: number; digest?: Digest; feedback?: string } & OfReview)
  | { type: "withdraw"; feedback?: string }
  | { type: "reopen" }
  | { type: "cancel"; note?: string }
  /** With `request_id` it answers that request, once; without, it may also change an earlier answer. */
  | { type: "decide"; decision_id: string; selections: string[]; request_id?: RequestId }
  | { type: "settle_divergence"; choice: "signed" | "review" }
  /** Another executor model than the signed one; the digest stays. */
  | { type: "choose_model"; model: string }
  | { type: "expire_request"; request_id: RequestId }
  | { type: "go_stale" }
  /** `moves`: only if it is in the queue already. */
  | { type: "queue"; priority?: number; moves?: true }
  | { type: "unqueue" }
  | { type: "start"; run_id: string; lease?: Lease; snapshot?: string }
  /** Takes over from a dead executor; `from` is its lease. */
  | { type: "take_lease"; lease: Lease; from?: string }
  /** The executor leaves; the unfinished steps wait until a person resumes the plan. */
  | { type: "release_lease" }
  /** `now` also stops the running steps. */
  | { type: "pause"; now?: true }
  | { type: "resume" }
  | { type: "stall" }
  | { type: "start_step"; step_id: StepId; subagent_id?: string }
  | { type: "await_decision"; step_id: StepId }
  | {
      type: "end_step";
      step_id: StepId;
      outcome: "completed" | "failed" | "interrupted";
      notes?: string;
      result?: StepResult;
      /** A person is asked how to continue after the interruption; `provider`: it refused the step. */
      ask?: true | "provider";
    }
  /** An interrupted step runs again because the settings say so, not a person. */
  | { type: "rerun_step"; step_id: StepId }
  | ({ type: "amend" } & Omit<Extract<RequestSubject, { kind: "amendment" }>, "kind" | "quorum">)
  | ({ type: "hit_budget" } & Omit<Extract<RequestSubject, { kind: "budget" }>, "kind">)
  /** A model that a step wants is not there; `options` are some that are. */
  | { type: "miss_model"; model: string; options: string[] }
  | { type: "answer"; request_id: RequestId; answer: RunAnswer }
  | ({ type: "record_call"; step_id: StepId; subagent_id: string } & Judgement)
  | { type: "skip_step"; step_id: StepId; reason: string }
  | { type: "retry_step"; step_id: StepId }
  /** Only an interrupted step: how far it got stays unknown. */
  | { type: "fail_step"; step_id: StepId; reason?: string }
  | { type: "complete"; summary?: string }
  | { type: "fail"; reason: string; summary?: string }
  /** The files of these steps were restored to their state before them; `to` names the tree. */
  | { type: "roll_back"; steps: StepId[]; to: string }
  | { type: "retry" }
  | { type: "archive" }
  | { type: "restore" };

/** Answers to what a run asks. */
export type RunAnswer = Extract<Answer, { kind: "amendment" | "budget" | "interruption" | "model" }>;

export type PlanCommandType = PlanCommand["type"];

export type CommandOf<Type extends PlanCommandType> = { [Command in PlanCommand as Command["type"]]: Command }[Type];

/** The rules in force when a command is decided: who asks, when, and what the configuration says. */
export interface Terms extends Moment {
  by: Actor;
  approvers: Approvers;
  /**
   * The approvers that only this desk's host knows: recorded with a proposal, because no other desk could read them.
   */
  kept_approvers?: Approvers;
  /** Minutes until an unanswered review expires; 0 = never. */
  review_timeout_minutes: number;
  /** Days without an answer after which a proposed plan is stale; 0 = never. */
  stale_after_days: number;
  /** Seconds until an unanswered decision expires; 0 = never. */
  decision_timeout_seconds: number;
  /** Minutes without a heartbeat after which a run is stalled; 0 = never. */
  executor_timeout_minutes: number;
  /** The lease under which an executor acts. */
  lease?: string;
}
