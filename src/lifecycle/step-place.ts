import type { StepId } from "../plan/plan.ts";
import { isLeftOut } from "./left-out.ts";
import type { Run } from "./plan-state.ts";

/** The position of a step among the steps that run: "step 2 of 3". */
export function stepPlace(run: Pick<Run, "plan" | "steps" | "left_out">, id: StepId): { position: number; of: number } {
  const steps = run.plan.steps.filter((step) => !isLeftOut(run, step.id));
  return { position: steps.findIndex((step) => step.id === id) + 1, of: steps.length };
}
