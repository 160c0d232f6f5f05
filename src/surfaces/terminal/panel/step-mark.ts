import type { ThemeColor } from "@earendil-works/pi-coding-agent";
import type { StepStatus } from "../../../lifecycle/step-state.ts";

export interface StepMark {
  mark: string;
  colour: ThemeColor;
  /** For where a mark alone would not be understood. */
  word: string;
}

/** How a step is shown wherever steps are. No two that need different answers look the same without colours. */
export const STEP_MARKS: Record<StepStatus, StepMark> = {
  pending: { mark: "○", colour: "muted", word: "not started" },
  needs_decision: { mark: "?", colour: "warning", word: "waits for a decision" },
  in_progress: { mark: "◐", colour: "accent", word: "in progress" },
  interrupted: { mark: "⏸", colour: "warning", word: "interrupted" },
  completed: { mark: "✓", colour: "success", word: "done" },
  failed: { mark: "✗", colour: "error", word: "failed" },
  blocked: { mark: "⊘", colour: "muted", word: "blocked" },
  skipped: { mark: "–", colour: "dim", word: "skipped" },
};
