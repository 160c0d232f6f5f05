import type { PlanRow } from "../desk/rows.ts";

export const STARTED: readonly string[] = ["executing", "paused", "stalled"];

/** Whether `unfinishedPlans` would look at this plan. A cancelled run may have left steps in progress. */
export function mayBeUnfinished({ status }: PlanRow): boolean {
  return STARTED.includes(status) || status === "cancelled";
}
