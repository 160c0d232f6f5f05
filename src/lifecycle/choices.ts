import type { Plan, StepId } from "../plan/plan.ts";
import type { Choices } from "./plan-state.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** A step left out must exist, leave something to do, and not be needed by a step that stays. */
export function wrongChoices(plan: Plan, choices: Choices): Refusal | undefined {
  const leftOut = new Set<StepId>(choices.left_out ?? []);
  if (leftOut.size === 0) return undefined;
  const known = new Set(plan.steps.map((step) => step.id));
  const unknown = [...leftOut].filter((id) => !known.has(id));
  if (unknown.length > 0) return refusal("unknown_step", `The plan has no step ${unknown.join(", ")}.`);
  const kept = plan.steps.filter((step) => !leftOut.has(step.id));
  if (kept.length === 0) return refusal("left_out_needed", "Nothing would be left to do; reject the plan instead.");
  for (const step of kept) {
    const needed = step.depends_on?.filter((id) => leftOut.has(id)) ?? [];
    if (needed.length > 0) {
      return refusal(
        "left_out_needed",
        `Step ${step.id} needs ${needed.join(", ")}; leave it out as well, or keep both.`,
        {
          facts: { step: step.id, needs: needed },
        },
      );
    }
  }
  return undefined;
}

/** One form for the same choice, so that two signatures can be compared. */
export function normaliseChoices(choices: Choices): Choices {
  const leftOut = [...new Set(choices.left_out ?? [])].sort();
  return {
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(choices.executor_model && { executor_model: choices.executor_model }),
  };
}
