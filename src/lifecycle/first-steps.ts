import { canonical } from "../plan/canonical.ts";
import type { Step } from "../plan/plan.ts";
import { blockSteps } from "./block-steps.ts";
import type { Approval, Run } from "./plan-state.ts";
import { moveStep, type StepState } from "./step-state.ts";
import { StepStates } from "./step-states.ts";

/** Where steps stand when a run starts: what an earlier run did stays done if its words are still the same. */
export function firstSteps({ signed, choices }: Approval, earlier: Run | undefined): StepStates {
  const steps = StepStates.from(
    signed.plan.steps.map((step) => {
      const past = pastOf(step, earlier);
      const isLeftOut = choices.left_out?.includes(step.id) && past?.status !== "completed";
      return [step.id, isLeftOut ? LEFT_OUT : (past ?? { status: "pending", attempts: 0 })];
    }),
  );
  return blockSteps(signed.plan, steps).reduce(moveStep, steps);
}

const LEFT_OUT: StepState = { status: "skipped", attempts: 0, notes: "left out at approval" };

/** What an earlier run tells of a step in the same words. What was left out then was nobody's word on the step. */
function pastOf(step: Step, earlier: Run | undefined): StepState | undefined {
  const before = earlier?.plan.steps.find((other) => other.id === step.id);
  const past = earlier?.steps.get(step.id);
  if (past === undefined || before === undefined || canonical(before) !== canonical(step)) return undefined;
  const isToRun = past.status === "skipped" ? earlier?.left_out.includes(step.id) : RUN_AGAIN.includes(past.status);
  return isToRun ? { status: "pending", attempts: past.attempts } : past;
}

/** May start anew. Neither failed nor interrupted steps are among them: a person chooses. */
const RUN_AGAIN: readonly StepState["status"][] = ["pending", "needs_decision", "blocked"];
