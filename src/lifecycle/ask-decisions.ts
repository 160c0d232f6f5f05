import { ownProperty } from "./own-property.ts";
import type { Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { Choices, LivePlan } from "./plan-state.ts";
import { opening } from "./request.ts";

/** Asks for the decisions that steps wait for, as far as they are not answered yet. */
export function askDecisions(state: LivePlan, choices: Choices, terms: Terms): PlanEvent[] {
  const leftOut = new Set(choices.left_out ?? []);
  const kept = state.proposal.plan.steps.filter((step) => !leftOut.has(step.id));
  const wanted = new Set(kept.map((step) => step.decision_id));
  const unanswered = (state.proposal.plan.decisions ?? []).filter(
    ({ decision_id: id }) => wanted.has(id) && ownProperty(state.selections, id) === undefined,
  );
  const { at, by } = terms;
  return unanswered.map(({ decision_id, header, question, options, multi_select = false, deadline_minutes }, index) =>
    opening(
      { kind: "decision", decision_id, header, question, options: options.map(({ label }) => label), multi_select },
      {
        journal: state.id,
        version: state.version + 1,
        at,
        by,
        minutes: deadline_minutes ?? terms.decision_timeout_seconds / 60,
        index: index + 1,
      },
    ),
  );
}
