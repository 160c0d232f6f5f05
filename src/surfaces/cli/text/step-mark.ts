import type { StepStatus } from "../../../lifecycle/step-state.ts";
import type { Style } from "../style.ts";

/** How a step is shown wherever steps are. No two that need different answers look the same without colours. */
export const STEP_MARKS: Record<StepStatus, { mark: string; colour: keyof Style; word: string }> = {
  pending: { mark: "○", colour: "dim", word: "not started" },
  needs_decision: { mark: "?", colour: "yellow", word: "waits for a decision" },
  in_progress: { mark: "◐", colour: "cyan", word: "in progress" },
  interrupted: { mark: "!", colour: "yellow", word: "interrupted" },
  completed: { mark: "✓", colour: "green", word: "done" },
  failed: { mark: "✗", colour: "red", word: "failed" },
  blocked: { mark: "⊘", colour: "dim", word: "blocked" },
  skipped: { mark: "–", colour: "dim", word: "skipped" },
};
