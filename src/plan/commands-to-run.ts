import { dangerOf } from "./danger.ts";
import type { Plan, StepId } from "./plan.ts";

/** A command that the host runs once the plan is approved, exactly as it is written. */
export interface CommandToRun {
  step: StepId;
  /** The index of the step. */
  place: number;
  /** `run` is the step itself, `verify` the check after it. */
  field: "run" | "verify";
  command: string;
}

/** What approval runs without asking again: those of the riskiest steps first, in an order that depends on the plan alone. */
export function commandsToRun({ steps }: Pick<Plan, "steps">): CommandToRun[] {
  const dangers = steps.map((step, place) => ({ step, place })).sort((a, b) => dangerOf(b.step) - dangerOf(a.step));
  return dangers.flatMap(({ step, place }) =>
    (["run", "verify"] as const).flatMap((field) => {
      const command = step[field];
      return command === undefined ? [] : [{ step: step.id, place, field, command }];
    }),
  );
}
