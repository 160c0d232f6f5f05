import type { ThemeColor } from "@earendil-works/pi-coding-agent";
import { brokenWords } from "../../../desk/broken-journal.ts";
import type { PlanStatus } from "../../../lifecycle/plan-state.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { counted } from "../../../plan/quantities.ts";
import { oneLine } from "../lines.ts";
import type { BrowsedPlan } from "./browser-subject.ts";
import { type QueuePlace, queueLook } from "./queue-look.ts";

export const GROUPS = [
  "Waits for you",
  "Unfinished",
  "Running",
  "Queue",
  "Approved",
  "Proposed",
  "Cannot be used",
  "Done",
  "Archive",
] as const;
export type Group = (typeof GROUPS)[number];

/** A plan as a row of the list: its heading, and who waits for whom. */
export interface PlanLook {
  group: Group;
  mark: string;
  colour: ThemeColor;
  words: string;
}

export function planLook(plan: BrowsedPlan, place?: QueuePlace): PlanLook {
  const look = currentLook(plan, place);
  return plan.row.archived && look.group === "Done" ? { ...look, group: "Archive", colour: "muted" } : look;
}

function currentLook({ row, mayReview, isUnfinished }: BrowsedPlan, place?: QueuePlace): PlanLook {
  if (row.status === "broken") return { ...UNUSABLE, words: brokenWords(row.problem) };
  if (row.problem !== undefined) return { ...UNUSABLE, words: "unreadable" };
  if (row.elsewhere !== undefined) {
    return { group: "Proposed", mark: "◌", colour: "muted", words: `${oneLine(row.elsewhere)} elsewhere` };
  }
  const look = isStatus(row.status) ? LOOKS[row.status] : undefined;
  if (look === undefined) return { ...UNUSABLE, words: oneLine(row.status) };
  if (look.isReview && row.waiting > 0) {
    return mayReview
      ? { group: "Waits for you", mark: "◆", colour: "warning", words: "your review" }
      : { ...look, words: "review by others" };
  }
  if (place && row.status === "approved") return queueLook(place, row);
  if (look.isRun && isUnfinished) {
    const words = row.waiting > 0 ? `not run, ${counted(row.waiting, "request")}` : "not running";
    return { group: "Unfinished", mark: "!", colour: "warning", words };
  }
  if (look.isRun && row.waiting > 0) {
    return { ...look, colour: "warning", words: `${counted(row.waiting, "request")} open` };
  }
  if (row.expired) return { ...look, words: "expired" };
  const rolled_back = row.steps_rolled_back ?? 0;
  if (rolled_back === 0 || look.group !== "Done") return look;
  const words = rolled_back === row.steps ? "rolled back" : `${rolled_back}/${row.steps} rolled back`;
  return { ...look, mark: STEP_LOOKS.rolled_back.mark, words };
}

const UNUSABLE = { group: "Cannot be used", mark: "!", colour: "error" } as const;

const LOOKS: Record<PlanStatus, PlanLook & { isReview?: true; isRun?: true }> = {
  proposed: { group: "Proposed", mark: "◆", colour: "accent", words: "no review open", isReview: true },
  needs_review: { group: "Waits for you", mark: "◆", colour: "warning", words: "no revisions left", isReview: true },
  changes_requested: { group: "Proposed", mark: "↻", colour: "accent", words: "agent revises" },
  approved: { group: "Approved", mark: "▷", colour: "success", words: "not started", isRun: true },
  executing: { group: "Running", mark: "◐", colour: "accent", words: "runs", isRun: true },
  paused: { group: "Running", mark: "⏸", colour: "warning", words: "paused", isRun: true },
  stalled: { group: "Running", mark: "!", colour: "warning", words: "stalled", isRun: true },
  failed: { group: "Done", mark: "✗", colour: "error", words: "failed" },
  completed: { group: "Done", mark: "✓", colour: "success", words: "completed" },
  rejected: { group: "Done", mark: "✗", colour: "muted", words: "rejected" },
  cancelled: { group: "Done", mark: "–", colour: "muted", words: "cancelled" },
};

function isStatus(status: string): status is PlanStatus {
  return Object.hasOwn(LOOKS, status);
}
