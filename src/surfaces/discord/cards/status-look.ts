import { PLAN_LOOKS } from "../../../lifecycle/plan-look.ts";
import type { PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { ShownStatus } from "../../../lifecycle/step-look.ts";
import type { Step } from "../../../plan/plan.ts";
import { RISK_LOOKS } from "../../../plan/risk-look.ts";
import type { Tone } from "../../../plan/tone.ts";

const COLOURS: Record<Tone, number> = {
  quiet: 0x80848e,
  active: 0x5865f2,
  good: 0x23a55a,
  attention: 0xf0b132,
  bad: 0xda373c,
};
export const { attention: YELLOW, bad: RED, quiet: GREY } = COLOURS;

/** The look of a card by the status of its plan. The colour only repeats what mark and words say. */
export interface StatusLook {
  mark: string;
  words: string;
  colour: number;
}

const MARKS: Record<PlanStatus, string> = {
  proposed: "📝",
  changes_requested: "✏️",
  needs_review: "🙋",
  approved: "✅",
  executing: "▶️",
  paused: "⏸️",
  stalled: "⚠️",
  failed: "❌",
  completed: "🏁",
  rejected: "🚫",
  cancelled: "⏹️",
};

/** Discord draws marks in colour; the words are those of every surface. */
export function planLook(status: PlanStatus): StatusLook {
  const { words, tone } = PLAN_LOOKS[status];
  return { mark: MARKS[status], words, colour: COLOURS[tone] };
}

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
