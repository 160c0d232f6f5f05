import { counted } from "../plan/quantities.ts";
import type { StepCounts } from "./run-counts.ts";

/** "3 of 4 steps done". */
export function doneWords({ done, total }: Pick<StepCounts, "done" | "total">): string {
  return `${done} of ${counted(total, "step")} done`;
}

/** "3 of 4 steps done (1 skipped), 1 failed, 1 left out". */
export function countsWords(counts: StepCounts): string {
  const { skipped, failed, interrupted, in_progress, not_started, rolled_back, left_out } = counts;
  const others = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(interrupted > 0 ? [`${interrupted} interrupted`] : []),
    ...(in_progress > 0 ? [`${in_progress} running`] : []),
    ...(not_started > 0 ? [`${not_started} not started`] : []),
    ...(rolled_back > 0 ? [`${rolled_back} rolled back`] : []),
    ...(left_out > 0 ? [`${left_out} left out`] : []),
  ];
  return [`${doneWords(counts)}${skipped > 0 ? ` (${skipped} skipped)` : ""}`, ...others].join(", ");
}

/** "completed", "completed, rolled back", "failed, 2 of 4 steps rolled back". */
export function withRolledBack(
  words: string,
  { rolled_back, total }: Pick<StepCounts, "rolled_back" | "total">,
): string {
  if (rolled_back === 0) return words;
  return `${words}, ${rolledBackWords({ rolled_back, total })}`;
}

/** "rolled back", or "2 of 4 steps rolled back". */
export function rolledBackWords({ rolled_back, total }: Pick<StepCounts, "rolled_back" | "total">): string {
  return rolled_back === total ? "rolled back" : `${rolled_back} of ${counted(total, "step")} rolled back`;
}
