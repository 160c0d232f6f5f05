import type { PlanId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Boots, ClockChange } from "./clock-change.ts";
import type { Answer, RequestEvent, RequestId, Requests } from "./request.ts";
import type { TimeOut } from "./time-out.ts";

export const PHASES = ["inactive", "gathering", "submitted", "executing"] as const;
export type Phase = (typeof PHASES)[number];

interface AgentLife {
  /** The number of the last journal record, 0 before the first. */
  version: number;
  /** The time of that record, by the clock that is in force since; absent before the first. */
  updated_at?: string;
  boots?: Boots;
  requests: Requests;
}

interface Gathering {
  task?: string;
  gathering_start: string;
  /** The person who asked it to plan; absent if the agent began by itself. */
  entered_by?: Actor;
}

interface Submitted extends Gathering {
  plan_id: PlanId;
  submitted_at: string;
}

export type AgentState = AgentLife &
  (
    | { phase: "inactive"; timed_out?: true; ran_out?: TimeOut; ended?: true }
    | ({ phase: "gathering" } & Gathering & { plan_id?: PlanId })
    | ({ phase: "submitted" } & Submitted)
    | ({ phase: "executing" } & Submitted & { approved_at: string; approved_by: Actor })
  );

export type AgentEvent =
  | { type: "planning_entered"; task?: string; reason?: string }
  | { type: "plan_submitted"; plan_id: PlanId }
  /** The plan was sent back: the agent plans on. */
  | { type: "planning_resumed" }
  | { type: "execution_begun"; approved_by: Actor; approved_at: string }
  | { type: "planning_left"; how: Leaving; note?: string; decided_by?: Actor; ran_out?: TimeOut }
  /** A person set `auto_run` from its session. */
  | { type: "auto_switched"; on: boolean }
  | ({ type: "call_judged" } & Judgement)
  /** A person's words sounded like "go ahead" while the agent planned. */
  | { type: "execution_intent_detected"; words: string; plan_id?: PlanId }
  /** A person's words approved this plan. */
  | { type: "mode_switched_by_intent"; words: string; plan_id: PlanId; revision: number }
  /** A crash left a partial last line; it was never acknowledged, and was cut off. */
  | { type: "journal_repaired"; lost_bytes: number }
  /** The clock was set since the record before, or another machine with another clock wrote that. */
  | ({ type: "clock_set" } & ClockChange)
  | RequestEvent;

/** A tool call that the policy denied or flagged: it was stopped, or would be at a stricter level. */
export interface Judgement {
  /** The kind of attempt, for example `disallowed_tool_attempt_in_planning`. */
  attempt: string;
  tool: string;
  /** The call in a few words. */
  summary: string;
  code: string;
  rule: string;
  reason: string;
  blocked: boolean;
}

/**
 * `finished`: the run ended; `timed_out`: by the host; `ended`: the agent's own host ended its session; the others: a
 * person decided it, of the agent or of its plan.
 */
export type Leaving = "finished" | "cancelled" | "rejected" | "handed_off" | "timed_out" | "ended";

export type AgentCommand =
  | { type: "enter"; task?: string; reason?: string }
  | { type: "submit"; plan_id: PlanId }
  | { type: "revise" }
  | { type: "begin"; approved_by: Actor; approved_at: string }
  /** Who decided it, if that was decided about the plan: the host passes the name on. */
  | { type: "leave"; how: Leaving; note?: string; decided_by?: Actor; ran_out?: TimeOut }
  | { type: "switch_auto"; on: boolean }
  | { type: "ask"; question: string; options?: string[]; timeout_minutes?: number }
  | { type: "confirm"; tool: string; summary: string; diff?: string; reason: string; timeout_minutes?: number }
  | ({ type: "record" } & Judgement)
  /** With `approved`, the words approved that plan. */
  | { type: "record_intent"; words: string; plan_id?: PlanId; approved?: { plan_id: PlanId; revision: number } }
  | { type: "answer"; request_id: RequestId; answer: Answer }
  | { type: "cancel_request"; request_id: RequestId }
  | { type: "expire_request"; request_id: RequestId };

export const INACTIVE: AgentState = { phase: "inactive", version: 0, requests: {} };

/** Why an agent that does not plan can only read, for the agent. */
export function readOnlyWords(state: AgentState): string | undefined {
  if (!isStillReadOnly(state)) return undefined;
  const until = "Nothing may be changed until planning starts again, or a person lifts this.";
  // No record says so: the journal is missing or broken.
  if (state.version === 0)
    return "It is unknown whether this agent plans. Nothing may be changed until a person has looked.";
  const why = "timed_out" in state ? "Planning timed out" : "The session that planned has ended";
  return `${why}, so no plan can be submitted. ${until}`;
}

/**
 * Planning timed out, or its session ended, without a person's decision: the agent stays read-only until a person
 * says otherwise or it plans again.
 */
export function isStillReadOnly(state: AgentState): boolean {
  return state.phase === "inactive" && (state.timed_out === true || state.ended === true);
}
