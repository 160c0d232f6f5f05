import type { StepId } from "../plan/plan.ts";

/** "Step two was", "Steps two, three were". */
export function stepsNamed(ids: readonly StepId[], one: string, several: string): string {
  return ids.length === 1 ? `Step ${ids[0]} ${one}` : `Steps ${ids.join(", ")} ${several}`;
}
