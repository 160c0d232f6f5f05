import type { StepId } from "../plan/plan.ts";
import type { LivePlan, Run } from "./plan-state.ts";

/** The steps that the approvers left out; before the quorum, those of the first signature. */
export function leftOutOf(state: LivePlan): readonly StepId[] {
  if ("approval" in state && state.approval) return state.approval.choices.left_out ?? [];
  return "choices" in state ? (state.choices?.left_out ?? []) : [];
}

/** Left out at approval, and not done by an earlier run. */
export function isLeftOut({ steps, left_out }: Pick<Run, "steps" | "left_out">, id: StepId): boolean {
  return left_out.includes(id) && steps.get(id)?.status === "skipped";
}
