import { checkDecisions } from "./check-decisions.ts";
import { checkDependencies } from "./check-dependencies.ts";
import { checkKept } from "./check-kept.ts";
import { checkSteps } from "./check-steps.ts";
import type { Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";

/** Facts to check the plan against, as far as they are known. */
export interface Facts {
  /** Every tool a step could get. */
  tools?: ReadonlySet<string>;
  /** Whether the glob matches any file of the project. */
  matches?: (glob: string) => boolean;
}

/** All problems of a well-formed plan; errors stop it, warnings are shown. */
export function validate(plan: Plan, facts: Facts = {}): Problem[] {
  return [...checkDependencies(plan), ...checkDecisions(plan), ...checkSteps(plan, facts), ...checkKept(plan)];
}
