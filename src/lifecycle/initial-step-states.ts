import { canonical } from "../plan/canonical.ts";
import { defined } from "../plan/defined.ts";
import type { Step } from "../plan/plan.ts";
import { blockSteps } from "./block-steps.ts";
import type { Approval, Run } from "./plan-state.ts";
import { moveStep, type StepState } from "./step-state.ts";
import { StepStates } from "./step-states.ts";

/**
 * The step states at the start of a run: a step that an earlier run completed stays completed if its text is
 * unchanged.
 */
export function initialStepStates({ signed, choices }: Approval, earlier: Run | undefined): StepStates {
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

/**
 * The earlier state of a step with the same text. Unfinished steps, and those that were left out then, start as
 * pending.
 */
function pastOf(step: Step, earlier: Run | undefined): StepState | undefined {
  const before = earlier?.plan.steps.find((other) => other.id === step.id);
  const past = earlier?.steps.get(step.id);
  if (past === undefined || before === undefined || canonical(before) !== canonical(step)) return undefined;
  const isToRun = past.status === "skipped" ? earlier?.left_out.includes(step.id) : RUN_AGAIN.includes(past.status);
  if (!isToRun) return past;
  // The report of the next run still names what the earlier attempts left.
  const { attempts, result, earlier: attemptsBefore, is_rolled_back } = past;
  return { status: "pending", attempts, ...defined({ result, earlier: attemptsBefore, is_rolled_back }) };
}

/** May start again. Failed and interrupted steps may not: a person chooses. */
const RUN_AGAIN: readonly StepState["status"][] = ["pending", "needs_decision", "blocked"];
