import type { Plan } from "../plan/plan.ts";

/** The plan's `tools_required` or, without them, the tools of its steps; undefined if one of them may use any. */
export function toolsOfPlan({ tools_required, steps }: Plan): readonly string[] | undefined {
  if (tools_required !== undefined) return tools_required;
  const isOpen = steps.some(({ tools }) => tools === undefined);
  return isOpen ? undefined : [...new Set(steps.flatMap(({ tools = [] }) => tools))];
}
