import type { PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { ShownStatus } from "../../../lifecycle/step-look.ts";
import type { Step } from "../../../plan/plan.ts";
import { RISK_LOOKS } from "../../../plan/risk-look.ts";
import type { Tone } from "../../../plan/tone.ts";

const GREEN = 0x23a55a;
const BLUE = 0x5865f2;
export const YELLOW = 0xf0b132;
export const RED = 0xda373c;
export const GREY = 0x80848e;

/** The look of a card by the status of its plan. The colour only repeats what mark and words say. */
export interface StatusLook {
  mark: string;
  words: string;
  colour: number;
}

export const PLAN_LOOKS: Record<PlanStatus, StatusLook> = {
  proposed: { mark: "📝", words: "Waits for a signature", colour: YELLOW },
  changes_requested: { mark: "✏️", words: "Changes requested", colour: BLUE },
  needs_review: { mark: "🙋", words: "No revisions left", colour: YELLOW },
  approved: { mark: "✅", words: "Approved", colour: GREEN },
  executing: { mark: "▶️", words: "Running", colour: BLUE },
  paused: { mark: "⏸️", words: "Paused", colour: YELLOW },
  stalled: { mark: "⚠️", words: "Stalled", colour: YELLOW },
  failed: { mark: "❌", words: "Failed", colour: RED },
  completed: { mark: "🏁", words: "Completed", colour: GREEN },
  rejected: { mark: "🚫", words: "Rejected", colour: GREY },
  cancelled: { mark: "⏹️", words: "Cancelled", colour: GREY },
};

/** Marks of steps that Discord draws in colour; the words are those of every surface. */
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
