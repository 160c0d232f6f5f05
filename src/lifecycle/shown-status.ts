import type { StepId } from "../plan/plan.ts";
import { isLeftOut } from "./left-out.ts";
import type { Run } from "./plan-state.ts";
import type { ShownStatus } from "./step-look.ts";
import { ENDED } from "./step-state.ts";

export function shownStatus(run: Pick<Run, "steps" | "left_out">, id: StepId): ShownStatus {
  const step = run.steps.get(id);
  if (step === undefined) return "pending";
  if (isLeftOut(run, id)) return "left_out";
  const isBack = step.is_rolled_back && (step.status === "pending" || ENDED.includes(step.status));
  return isBack ? "rolled_back" : step.status;
}
