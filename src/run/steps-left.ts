import { amendedPlan } from "../lifecycle/amendment.ts";
import { initialStepStates } from "../lifecycle/initial-step-states.ts";
import { bindingPlan, type LivePlan } from "../lifecycle/plan-state.ts";
import { isFinished } from "../lifecycle/step-state.ts";
import type { Plan, Step } from "../plan/plan.ts";

/** A step that is left to do, and its position in the plan. */
export interface PlacedStep {
  step: Step;
  position: number;
}

/** The plan as it may run: as signed, with a person's additions; before the approval, as proposed. */
export function planToRun(state: LivePlan): Plan {
  return amendedPlan(bindingPlan(state), state.run?.amendments ?? []);
}

/** The steps that a run still has to do, or will have to do once it starts. */
export function stepsLeft(state: LivePlan): PlacedStep[] {
  const placed = planToRun(state).steps.map((step, position) => ({ step, position }));
  const approval = "approval" in state ? state.approval : undefined;
  if (approval === undefined) return placed;
  const { run } = state;
  const isOnItsWay = state.status === "executing" || state.status === "paused" || state.status === "stalled";
  const steps = run && isOnItsWay ? run.steps : initialStepStates(approval, run);
  return placed.filter(({ step }) => !isFinished(steps.get(step.id)));
}

/** The names of tools and capabilities that the steps left for agents list. */
export function toolNamesLeft(state: LivePlan): string[] {
  const { tools_required = [] } = planToRun(state);
  const listed = stepsLeft(state).flatMap(({ step }) => (step.run === undefined ? (step.tools ?? []) : []));
  return [...new Set([...tools_required, ...listed])];
}
