import { no, type Outcome } from "./outcome.ts";

/** The refusal of a step that the plan does not have, with those that it has. */
export function unknownStep(step: string, steps: readonly string[]): Outcome<never> & { ok: false } {
  return no("unknown_step", `The plan has no step ${step}.`, { hint: `Its steps: ${steps.join(", ")}.` });
}
