import type { PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { ShownStatus } from "../../../lifecycle/step-look.ts";
import type { Step } from "../../../plan/plan.ts";
import { RISK_LOOKS } from "../../../plan/risk-look.ts";
import type { Tone } from "../../../plan/tone.ts";

/** The look of a card by the status of its plan. Mark and words say it; the colour only repeats it. */
export interface StatusLook {
  mark: string;
  words: string;
  colour: number;
}

export const PLAN_LOOKS: Record<PlanStatus, StatusLook> = {
  proposed: { mark: "📝", words: "Waits for a signature", colour: 0xf0b132 },
  changes_requested: { mark: "✏️", words: "Changes are requested", colour: 0x5865f2 },
  needs_review: { mark: "🙋", words: "No revisions left", colour: 0xf0b132 },
  approved: { mark: "✅", words: "Approved", colour: 0x23a55a },
  executing: { mark: "▶️", words: "Running", colour: 0x5865f2 },
  paused: { mark: "⏸️", words: "Paused", colour: 0xf0b132 },
  stalled: { mark: "⚠️", words: "Stalled", colour: 0xf0b132 },
  failed: { mark: "❌", words: "Failed", colour: 0xda373c },
  completed: { mark: "🏁", words: "Completed", colour: 0x23a55a },
  rejected: { mark: "🚫", words: "Rejected", colour: 0x80848e },
  cancelled: { mark: "⏹️", words: "Cancelled", colour: 0x80848e },
};

/** Marks of steps that Discord draws in colour; their words are those of every surface. */
export const STEP_MARKS: Record<ShownStatus, string> = {
  pending: "▫️",
  needs_decision: "❓",
  in_progress: "▶️",
  interrupted: "⚠️",
  completed: "✅",
  failed: "❌",
  blocked: "⛔",
  skipped: "⏭️",
  left_out: "⏭️",
  rolled_back: "↩️",
};

const TONE_MARKS: Record<Tone, string> = { quiet: "⚪", active: "🔵", good: "🟢", attention: "🟡", bad: "🔴" };

export function riskMark(risk: Step["risk"]): string {
  return TONE_MARKS[risk === undefined ? "quiet" : RISK_LOOKS[risk].tone];
}
