import { isList } from "./block.ts";
import type { Section } from "./sections.ts";

/**
 * The section that holds the steps: `## Steps`; else the first with a numbered list, one with a telling heading before
 * others. `undefined` when there is no numbered list at all.
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
