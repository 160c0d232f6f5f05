import type { Step } from "./plan.ts";

/**
 * The tools of all steps together. Undefined if a step that a model carries out lists none: it may use any tool, and a
 * list for the whole plan would take that away. A command of a `run` step needs no tool.
 */
export function neededTools(steps: readonly Step[]): string[] | undefined {
  const isOpen = steps.some(({ tools, run }) => tools === undefined && run === undefined);
  const tools = [...new Set(steps.flatMap(({ tools = [] }) => tools))];
  return isOpen || tools.length === 0 ? undefined : tools;
}
