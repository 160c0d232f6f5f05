import type { Tone } from "../plan/tone.ts";
import type { StepStatus } from "./step-state.ts";

/** A step's status as surfaces show it: a left-out step is not shown as skipped, nor a rolled-back one as done. */
export type ShownStatus = StepStatus | "rolled_back" | "left_out";

export interface StepLook {
  /** One column wide. */
  mark: string;
  /** For places where the mark alone would not be understood. */
  word: string;
  tone: Tone;
}

/** How every surface shows a step. Two statuses that need different answers differ also without colours. */
export const STEP_LOOKS: Record<ShownStatus, StepLook> = {
  pending: { mark: "○", word: "not started", tone: "quiet" },
  needs_decision: { mark: "?", word: "needs a decision", tone: "attention" },
  in_progress: { mark: "◐", word: "in progress", tone: "active" },
  interrupted: { mark: "!", word: "interrupted", tone: "attention" },
  completed: { mark: "✓", word: "done", tone: "good" },
  failed: { mark: "✗", word: "failed", tone: "bad" },
  blocked: { mark: "⊘", word: "blocked", tone: "quiet" },
  skipped: { mark: "–", word: "skipped", tone: "quiet" },
  left_out: { mark: "–", word: "left out", tone: "quiet" },
  rolled_back: { mark: "↶", word: "rolled back", tone: "attention" },
};
