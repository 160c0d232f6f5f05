import { initialStepStates } from "./initial-step-states.ts";
import { leftOutOf } from "./left-out.ts";
import { bindingProposal, type LivePlan } from "./plan-state.ts";
import { runCounts, type StepCounts } from "./run-counts.ts";
import { runShown } from "./run-shown.ts";

/** The counts of its run; before the first run, those of the text that would run. */
export function stepCounts(state: LivePlan): StepCounts {
  const run = runShown(state);
  if (run !== undefined) return runCounts(run);
  const { plan } = bindingProposal(state);
  const left_out = leftOutOf(state);
  const total = plan.steps.length - left_out.length;
  if (state.run === undefined) return { ...NONE, total, not_started: total, left_out: left_out.length };
  // An earlier run did some of these steps, and the next run does not repeat them.
  const steps = initialStepStates(
    { signed: bindingProposal(state), choices: { left_out: [...left_out] }, signatures: [] },
    state.run,
  );
  return runCounts({ steps, left_out: [...left_out] });
}

const NONE: StepCounts = {
  total: 0,
  done: 0,
  skipped: 0,
  in_progress: 0,
  failed: 0,
  interrupted: 0,
  not_started: 0,
  rolled_back: 0,
  left_out: 0,
};
