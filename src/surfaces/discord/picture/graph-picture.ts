import type { StepStates } from "../../../lifecycle/step-states.ts";
import type { Plan } from "../../../plan/plan.ts";

export async function graphPicture(_plan: Plan, _states?: StepStates): Promise<Uint8Array | undefined> {
  return undefined;
}
