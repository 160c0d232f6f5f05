import type { StepId } from "../plan/plan.ts";

/** Why an agent may only read, although the mode it is in would let it do more; with the words for whoever asks. */
export type ReadOnlyReason =
  /** Plan mode was asked for and cannot begin: not even reading is allowed, until it has begun. */
  | { because: "no_plan_mode"; words: string }
  /** Nobody knows how far a step got. Until its check has decided: no word of a person's lifts it. */
  | { because: "checking"; words: string; step_id: StepId }
  /** Another process has this session. Until that one is gone, and a person says to go on here. */
  | { because: "elsewhere"; words: string }
  /** Another session of this process plans, and this one is its child. Until that one has left plan mode. */
  | { because: "bound"; words: string }
  /** An answer came while nobody was here. Until a person says to go on. */
  | { because: "held"; words: string }
  /** Others carry out the plan. Until it has ended: no word of a person's lifts it. */
  | { because: "subagents"; words: string }
  /** Nothing is signed for the time between two steps, or while the run is paused. Until the next step begins. */
  | { because: "between_steps"; words: string }
  /** A run has ended, or a plan. Until a person speaks here. */
  | { because: "resting"; words: string };

/** The stored reasons; the others are derived. */
export type LastingReason = Extract<ReadOnlyReason, { because: "no_plan_mode" | "checking" | "held" | "resting" }>;
