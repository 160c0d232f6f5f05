import type { Plan, Step, StepId } from "./plan.ts";

/**
 * The plan without the steps that its approver left out, and without the tools that only those list. If a step lists no
 * tools it relies on those of the plan, which stay.
 */
export function withoutSteps(plan: Plan, leftOut: readonly StepId[]): Plan {
  if (leftOut.length === 0) return plan;
  const steps = plan.steps.filter(({ id }) => !leftOut.includes(id));
  const { tools_required } = plan;
  const isRelied = steps.some(({ tools, run }) => tools === undefined && run === undefined);
  if (tools_required === undefined || isRelied) return { ...plan, steps };
  const lists = (list: readonly Step[], tool: string) => list.some(({ tools }) => tools?.includes(tool));
  const required = tools_required.filter((tool) => lists(steps, tool) || !lists(plan.steps, tool));
  return { ...plan, steps, tools_required: required };
}
