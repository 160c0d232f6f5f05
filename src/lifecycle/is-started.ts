import type { PlanState, RunningPlan } from "./plan-state.ts";

export function isStarted(state: PlanState): state is RunningPlan {
  return "run" in state && state.run !== undefined && "approval" in state;
}
