import type { PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { StepStatus } from "../../../lifecycle/step-state.ts";
import type { Step } from "../../../plan/plan.ts";

/** How a card looks where a plan stands. The mark and the words say it; the colour only repeats it. */
export interface StatusLook {
  mark: string;
  words: string;
  colour: number;
}

export const PLAN_LOOKS: Record<PlanStatus, StatusLook> = {
  proposed: { mark: "📝", words: "Waits for a signature", colour: 0xf0b132 },
  changes_requested: { mark: "✏️", words: "Changes are requested", colour: 0x5865f2 },
  needs_review: { mark: "🙋", words: "Needs a person's word", colour: 0xf0b132 },
  approved: { mark: "✅", words: "Approved", colour: 0x23a55a },
  executing: { mark: "▶️", words: "Being carried out", colour: 0x5865f2 },
  paused: { mark: "⏸️", words: "Paused", colour: 0xf0b132 },
  stalled: { mark: "⚠️", words: "Stalled: no sign of life", colour: 0xf0b132 },
  failed: { mark: "❌", words: "Failed", colour: 0xda373c },
  completed: { mark: "🏁", words: "Completed", colour: 0x23a55a },
  rejected: { mark: "🚫", words: "Rejected", colour: 0x80848e },
  cancelled: { mark: "⏹️", words: "Cancelled", colour: 0x80848e },
};

export const STEP_MARKS: Record<StepStatus, string> = {
  pending: "▫️",
  needs_decision: "❓",
  in_progress: "▶️",
  interrupted: "⚠️",
  completed: "✅",
  failed: "❌",
  blocked: "⛔",
  skipped: "⏭️",
};

/** How a step stands, in words of ours. */
export function stepWords(status: StepStatus): string {
  return status === "needs_decision" ? "needs a decision" : status.replaceAll("_", " ");
}

export function riskMark(risk: Step["risk"]): string {
  return risk === undefined ? "⚪" : { low: "🟢", medium: "🟡", high: "🔴" }[risk];
}
