import type { PlanId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Answer, RequestEvent, RequestId, Requests } from "./request.ts";

export const PHASES = ["inactive", "gathering", "submitted", "executing"] as const;
export type Phase = (typeof PHASES)[number];

interface AgentLife {
  /** The number of the last journal record, 0 before the first. */
  version: number;
  requests: Requests;
}

interface Gathering {
  task?: string;
  gathering_start: string;
  /** The person who had it plan; not there if it began by itself. */
  entered_by?: Actor;
}

interface Submitted extends Gathering {
  plan_id: PlanId;
  submitted_at: string;
}

/** Where an agent stands; the plan and its steps have machines of their own. */
export type AgentState = AgentLife &
  (
    | { phase: "inactive"; timed_out?: true; ended?: true }
    | ({ phase: "gathering" } & Gathering & { plan_id?: PlanId })
    | ({ phase: "submitted" } & Submitted)
    | ({ phase: "executing" } & Submitted & { approved_at: string; approved_by: Actor })
  );

export type AgentEvent =
  | { type: "planning_entered"; task?: string; reason?: string }
  | { type: "plan_submitted"; plan_id: PlanId }
  /** The plan was sent back: the agent goes on gathering. */
  | { type: "planning_resumed" }
  | { type: "execution_begun"; approved_by: Actor; approved_at: string }
  | { type: "planning_left"; how: Leaving; note?: string; decided_by?: Actor }
  | ({ type: "call_judged" } & Judgement)
  /** A crash had left half a line at the end; it was never acknowledged, and was cut off. */
  | { type: "journal_repaired"; lost_bytes: number }
  | RequestEvent;

/** A call of a tool that the policy minded: it was stopped, or would have been at a stricter level. */
export interface Judgement {
  /** What kind of attempt it was: `disallowed_tool_attempt_in_planning`, say. */
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
 * `finished` by the end of the run, `timed_out` by the host, `ended` by the agent's own host with its session, the others
 * by a person: here, or in what became of the plan.
 */
export type Leaving = "finished" | "cancelled" | "rejected" | "handed_off" | "timed_out" | "ended";

export type AgentCommand =
  | { type: "enter"; task?: string; reason?: string }
  | { type: "submit"; plan_id: PlanId }
  | { type: "revise" }
  | { type: "begin"; approved_by: Actor; approved_at: string }
  /** The host names who decided it where that was said of the plan. */
  | { type: "leave"; how: Leaving; note?: string; decided_by?: Actor }
  | { type: "ask"; question: string; options?: string[]; timeout_minutes?: number }
  | { type: "confirm"; tool: string; summary: string; reason: string; timeout_minutes?: number }
  | ({ type: "record" } & Judgement)
  | { type: "answer"; request_id: RequestId; answer: Answer }
  | { type: "cancel_request"; request_id: RequestId }
  | { type: "expire_request"; request_id: RequestId };

export const INACTIVE: AgentState = { phase: "inactive", version: 0, requests: {} };

/**
 * Nobody let it out: its time was over, or its session. It may do no more than before, until a person says so or it is
 * let plan anew.
 */
export function isStillReadOnly(state: AgentState): boolean {
  return state.phase === "inactive" && (state.timed_out === true || state.ended === true);
}
