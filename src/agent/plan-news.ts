import type { Proposed } from "../desk/desk.ts";
import type { DeskEvent } from "../desk/events.ts";
import type { KnownAgent } from "../desk/known-agents.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { Leaving } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { RunNews } from "../run/run-news.ts";

/** What a surface hears of a session, to draw it. The desk has the truth. */
export type PlanNews =
  | { type: "entered"; by: Actor; task?: string; reason?: string }
  | { type: "left"; how: Leaving; by: Actor }
  | { type: "submitted"; proposed: Proposed }
  /** The agent asks for the review to be shown. */
  | { type: "review_wanted" }
  /** It was answered while nobody was here, and waits for a word to go on. */
  | { type: "held"; plan_id: PlanId; status: "approved" | "changes_requested" | (string & {}) }
  /** A check runs that says how far a step got before it was interrupted; until then the agent only reads. */
  | { type: "checking"; plan_id: PlanId; step_id: StepId }
  /** It has decided, and the run waits for a word to go on. */
  | { type: "checked"; plan_id: PlanId; step_id: StepId; outcome: "completed" | "interrupted" }
  /** Another process is at this session's plan: here the agent only reads. */
  | { type: "elsewhere"; words: string }
  /** Other sessions planned here, and are gone for good. */
  | { type: "interrupted"; planning: readonly KnownAgent[] }
  /** The model has stopped. */
  | { type: "settled" }
  /** In this process or another one. */
  | { type: "recorded"; event: DeskEvent }
  /** A run tells what goes on in it. */
  | { type: "run"; news: RunNews }
  /** Nobody carries out the session's plan any more; it goes on when a person says so. */
  | { type: "abandoned"; plan: LivePlan }
  /** The same of a plan that is not this session's. */
  | { type: "stuck"; plan: LivePlan }
  /** Something is not as it was: draw again. */
  | { type: "changed" }
  | { type: "refused"; tool: string; verdict: Verdict }
  /** Protected paths that a command made, and that were taken away again. */
  | { type: "trespassed"; paths: readonly string[] }
  | { type: "trouble"; error: unknown }
  /** The session ends. */
  | { type: "closed" };
