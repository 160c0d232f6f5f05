import type { Plan, StepId } from "../../../plan/plan.ts";

export interface StepComments {
  comments: Record<StepId, string>;
  /** What is about no step in particular. */
  rest: string;
}

/**
 * Remarks as people write them: `step-id: …` or `3: …`, one to a line; lines that name no step belong to the one before.
 * An id goes before a number, and nothing that was written is lost.
 */
export function parseStepComments(text: string, plan: Plan): StepComments {
  const found = new Map<StepId, string[]>();
  const rest: string[] = [];
  let current = rest;
  for (const line of text.split(/\r?\n/)) {
    const [, name = "", words = ""] = /^\s*[`*\-•]*\s*`?([\w-]+)`?\s*[:.)]\s*(.*)$/.exec(line) ?? [];
    const step = stepNamed(plan, name.toLowerCase());
    if (step === undefined) current.push(line);
    else {
      current = found.get(step) ?? [];
      found.set(step, current);
      current.push(words);
    }
  }
  const comments = [...found].map(([id, lines]) => [id, lines.join("\n").trim()] as const);
  return { comments: Object.fromEntries(comments.filter(([, words]) => words !== "")), rest: rest.join("\n").trim() };
}

function stepNamed({ steps }: Plan, name: string): StepId | undefined {
  if (name === "") return undefined;
  const step = steps.find(({ id }) => id === name) ?? steps[/^\d{1,6}$/.test(name) ? Number(name) - 1 : -1];
  return step?.id;
}
