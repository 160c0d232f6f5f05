import type { StepId } from "../plan/plan.ts";

/** Why an agent can only read although its mode allows more; `words` is for the model and the person. */
export type ReadOnlyReason =
  /** Plan mode was requested and cannot start. Until it starts, not even reading is allowed. */
  | { because: "no_plan_mode"; words: string }
  /** It is unknown how far a step got. Until its check has decided; a person cannot lift it. */
  | { because: "checking"; words: string; step_id: StepId }
  /** Another process has this session. Until that one ended and a person resumes here. */
  | { because: "elsewhere"; words: string }
  /** Another session of this process plans, and this one is its child. Until that one has left plan mode. */
  | { because: "parent_planning"; words: string }
  /** An answer came while this session was closed. Until a person resumes. */
  | { because: "held"; words: string }
  /** Subagents run the plan. Until it has ended; a person cannot lift it. */
  | { because: "subagents"; words: string }
  /** No step is in progress, so no scope is approved. Until the next step starts. */
  | { because: "between_steps"; words: string }
  /** A run or a plan has ended. Until a person speaks here. */
  | { because: "awaiting_person"; words: string };

/** The stored reasons; the others are derived. */
export type LastingReason = Extract<
  ReadOnlyReason,
  { because: "no_plan_mode" | "checking" | "held" | "awaiting_person" }
>;
