import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import { isFinished } from "../lifecycle/step-state.ts";
import type { Step } from "../plan/plan.ts";

/** A plan whose steps may be running: also in a pause, a step continues to its end. */
export function runningPlan(plan: LivePlan | undefined): RunningPlan | undefined {
  const isRunning = plan?.status === "executing" || plan?.status === "paused" || plan?.status === "stalled";
  return isRunning ? plan : undefined;
}

export function currentStep({ run }: RunningPlan): Step | undefined {
  return run.plan.steps.find(({ id }) => run.steps.get(id)?.status === "in_progress");
}

/** In the order of the plan: pending, and everything it depends on is finished. */
export function readyStep({ run }: RunningPlan): Step | undefined {
  return run.plan.steps.find(
    ({ id, depends_on = [] }) =>
      run.steps.get(id)?.status === "pending" && depends_on.every((before) => isFinished(run.steps.get(before))),
  );
}
