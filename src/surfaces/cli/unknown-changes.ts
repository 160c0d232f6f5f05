import type { StepId } from "../../plan/plan.ts";
import type { Problem } from "../../plan/problem.ts";
import { unknownChangesMessage } from "../../run/open-plan-snapshots.ts";

export function unknownChanges(steps: readonly StepId[]): Problem[] {
  if (steps.length === 0) return [];
  return [{ severity: "warning", kind: "unknown_changes", message: unknownChangesMessage(steps) }];
}
