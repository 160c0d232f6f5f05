import type { Proposed } from "../desk/desk.ts";
import type { DeskEvent } from "../desk/events.ts";
import type { KnownAgent } from "../desk/known-agents.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { Leaving } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { TimeOut } from "../lifecycle/time-out.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { RunNews } from "../run/run-news.ts";

/** The events of a session for a surface, to draw it. The desk has the truth. */
export type PlanNews =
  /** `level`: if it does not enforce. */
  | { type: "entered"; by: Actor; task?: string; reason?: string; level?: "prompt" | "log" }
  | { type: "left"; how: Leaving; by: Actor }
  | { type: "submitted"; proposed: Proposed }
  /** The agent wrote a plan as text, and did not submit it. `reminds`: the model is reminded now. */
  | { type: "unsubmitted"; reminds: boolean }
  /** The agent asks for the review to be shown. */
  | { type: "review_wanted" }
  /** It was answered while this session was closed, and waits until a person resumes it. */
  | { type: "held"; plan_id: PlanId; status: "approved" | "changes_requested" | (string & {}) }
  /** A check finds out how far an interrupted step got; until then the agent can only read. */
  | { type: "checking"; plan_id: PlanId; step_id: StepId }
  /** The check has decided, and the run waits until a person resumes it. */
  | { type: "checked"; plan_id: PlanId; step_id: StepId; outcome: "completed" | "interrupted" }
  /** Another process has this session's plan: here the agent can only read. */
  | { type: "elsewhere"; words: string }
  /** Other sessions planned here, and cannot be resumed. */
  | { type: "interrupted"; planning: readonly KnownAgent[] }
  /** The model has stopped. */
  | { type: "settled" }
  /** In this process or another one. */
  | { type: "recorded"; event: DeskEvent }
  /** An event of a run. */
  | { type: "run"; news: RunNews }
  /** Something of this session or its plan ran out without an answer, in this process or another one. */
  | { type: "timed_out"; what: TimeOut /** It ended planning: the agent stays read-only. */; endsPlanning: boolean }
  /** A step of the session's plan reported deviations from it, in this process or another one. */
  | { type: "deviated"; plan_id: PlanId; step_id: StepId; deviations: readonly string[] }
  /** No process runs the session's plan; it continues when a person resumes it. */
  | { type: "abandoned"; plan: LivePlan }
  /** A plan that is not this session's was started, has not ended, and no process runs it. */
  | { type: "unfinished"; plan: LivePlan }
  /** Something changed: draw again. */
  | { type: "changed" }
  | { type: "refused"; tool: string; verdict: Verdict }
  /** The call runs; at the level `enforce` it would be refused. */
  | { type: "let_through"; tool: string; verdict: Verdict }
  /** Protected paths that a command created, and that Countersign removed. */
  | { type: "trespassed"; paths: readonly string[] }
  | { type: "trouble"; error: unknown }
  /** The session ends. */
  | { type: "closed" };
