import type { LivePlan } from "../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { StepId } from "../plan/plan.ts";

/** An interrupted step without a decision since; with its request, if one is open. */
export interface InterruptedStep {
  step_id: StepId;
  title: string;
  /** Its check finds out how far it got when the plan continues. */
  hasCheck: boolean;
  request?: RequestState;
}

export function interruptedSteps({ run, requests }: LivePlan): InterruptedStep[] {
  if (run === undefined) return [];
  const lost = run.steps.that("interrupted");
  if (lost.length === 0) return [];
  const asked = openRequests(requests);
  return lost.map((step_id) => {
    const step = run.plan.steps.find(({ id }) => id === step_id);
    const request = asked.find((open) => open.kind === "interruption" && open.step_id === step_id);
    return {
      step_id,
      title: step?.title ?? step_id,
      hasCheck: step?.verify !== undefined,
      ...defined({ request }),
    };
  });
}
