import type { Tone } from "../plan/tone.ts";
import type { PlanStatus } from "./plan-state.ts";

export interface PlanLook {
  words: string;
  tone: Tone;
}

/** How a plan's status is said wherever the plan itself is shown. Lists may say more: who waits for whom. */
export const PLAN_LOOKS: Record<PlanStatus, PlanLook> = {
  proposed: { words: "Waits for a signature", tone: "attention" },
  changes_requested: { words: "Changes requested", tone: "active" },
  needs_review: { words: "No revisions left", tone: "attention" },
  approved: { words: "Approved", tone: "good" },
  executing: { words: "Running", tone: "active" },
  paused: { words: "Paused", tone: "attention" },
  stalled: { words: "Stalled", tone: "attention" },
  failed: { words: "Failed", tone: "bad" },
  completed: { words: "Completed", tone: "good" },
  rejected: { words: "Rejected", tone: "quiet" },
  cancelled: { words: "Cancelled", tone: "quiet" },
};
