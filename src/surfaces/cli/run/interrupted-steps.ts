import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../../../lifecycle/request.ts";
import type { StepId } from "../../../plan/plan.ts";

/** A step that nobody has said anything about since it was interrupted; with the request for it, if somebody is asked. */
export interface InterruptedStep {
  step_id: StepId;
  title: string;
  request?: RequestState;
}

export function interruptedSteps({ run, requests }: LivePlan): InterruptedStep[] {
  if (run === undefined) return [];
  const lost = run.steps.that("interrupted");
  if (lost.length === 0) return [];
  const asked = openRequests(requests);
  return lost.map((step_id) => {
    const title = run.plan.steps.find(({ id }) => id === step_id)?.title ?? step_id;
    const request = asked.find((open) => open.kind === "interruption" && open.step_id === step_id);
    return { step_id, title, ...(request && { request }) };
  });
}
