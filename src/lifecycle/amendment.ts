import type { Plan, Step, StepId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";

/** What a person has added to the scope of a step since it was signed. */
export interface Addition {
  tools?: string[];
  files?: string[];
  /** It may change the git repository. */
  commits?: true;
}

export interface Amendment extends Addition {
  step_id: StepId;
  at: string;
  by: Actor;
}

/** The addition on one line. Text of models in it is raw. */
export function additionWords({ tools = [], files = [], commits }: Addition): string {
  return [...tools, ...files, ...(commits ? ["the git repository"] : [])].join(", ");
}

/** Why one person alone cannot extend a step of this plan. */
export function quorumWords(quorum: number): string {
  return `This plan needs ${quorum} signatures, so one person cannot add to a step: allow it once, or have the next revision approved.`;
}

export function additionsTo(
  id: StepId,
  amendments: readonly Amendment[] = [],
): { tools: string[]; files: string[]; commits: boolean } {
  const mine = amendments.filter(({ step_id }) => step_id === id);
  return {
    tools: [...new Set(mine.flatMap(({ tools = [] }) => tools))],
    files: [...new Set(mine.flatMap(({ files = [] }) => files))],
    commits: mine.some(({ commits }) => commits),
  };
}

/** The step with its amendments. A step without `tools` or `files` already allows any, so nothing is added there. */
export function amendedStep(step: Step, amendments: readonly Amendment[] | undefined): Step {
  const { tools, files, commits } = additionsTo(step.id, amendments);
  return {
    ...step,
    ...(step.tools && tools.length > 0 && { tools: [...new Set([...step.tools, ...tools])] }),
    ...(step.files && files.length > 0 && { files: [...new Set([...step.files, ...files])] }),
    ...(commits && { commits }),
  };
}

export function amendedPlan(plan: Plan, amendments: readonly Amendment[] | undefined): Plan {
  if (!amendments?.length) return plan;
  return { ...plan, steps: plan.steps.map((step) => amendedStep(step, amendments)) };
}
