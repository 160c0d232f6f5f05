import type { Plan } from "../../../plan/plan.ts";
import { inline } from "./discord-text.ts";

/** The parts of a plan that neither run nor ask, the most dangerous first; each has its line, or none. */
export function fieldLines({ risks, assumptions, validation, context }: Plan): string[] {
  return [
    ...list("Assumptions", assumptions),
    ...list("Risks", risks),
    ...list("Validation", validation === undefined ? undefined : [validation]),
    ...list("Context notes", context?.notes === undefined ? undefined : [context.notes]),
  ];
}

function list(name: string, values: readonly string[] | undefined): string[] {
  if (values === undefined || values.length === 0) return [];
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return [`**${name}:** ${inline(only, LONGEST)}`];
  return [`**${name}:**`, ...values.map((value) => `• ${inline(value, LONGEST)}`)];
}

const LONGEST = 250;
