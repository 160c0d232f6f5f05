import { checkDecisions } from "./check-decisions.ts";
import { checkDependencies } from "./check-dependencies.ts";
import { checkSteps } from "./check-steps.ts";
import type { Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";

/** What the plan is held against, as far as it is known. */
export interface Facts {
  /** Every tool a step could get. */
  tools?: ReadonlySet<string>;
  /** Does the glob match any file of the project? */
  matches?: (glob: string) => boolean;
}

/** Everything that keeps a well-shaped plan from making sense, at once; errors stop it, warnings are shown. */
export function validate(plan: Plan, facts: Facts = {}): Problem[] {
  return [...checkDependencies(plan), ...checkDecisions(plan), ...checkSteps(plan, facts)];
}
