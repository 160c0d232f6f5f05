import { isList } from "./block.ts";
import type { Section } from "./sections.ts";

/**
 * The section with the steps: `## Steps`; otherwise the first with a numbered list, preferably under a telling
 * heading. `undefined` if there is no numbered list.
 */
export function findSteps(sections: readonly Section[]): Section | undefined {
  const named = sections.find(({ name }) => name === "steps");
  if (named) return named;
  const free = sections.filter((section) => section.name === undefined && hasNumberedList(section));
  return free.find(({ heading }) => TELLING.test(heading)) ?? free[0];
}

export function hasNumberedList(section: Section): boolean {
  return section.nodes.some((node) => isList(node, "ordered"));
}

const TELLING = /\b(?:steps?|plan|tasks?|to-?do|implementation)\b|步骤|计划|任务/i;
