import type { CommandToRun } from "../../../../../plan/commands-to-run.ts";
import type { Plan, StepId } from "../../../../../plan/plan.ts";

/** A part of a plan that a signer should have had on the screen. */
export interface Part {
  key: string;
  /** As a sentence names it: "step 4", "the decision Signing algorithm", "Risks". */
  name: string;
  /** Where it is. */
  step?: StepId;
  decision?: string;
}

export const stepKey = (id: StepId): string => `step:${id}`;
export const commandKey = ({ step, field }: Pick<CommandToRun, "step" | "field">): string => `command:${step}:${field}`;
export const decisionKey = (id: string): string => `decision:${id}`;
export const sectionKey = (field: string, index = 0): string => `section:${field}:${index}`;

/** Everything in the document that was signed, in the order in which it stands there; commands are counted apart. */
export function partsOf(plan: Plan): Part[] {
  return [
    ...(plan.summary ? [{ key: sectionKey("summary"), name: "the summary" }] : []),
    ...plan.steps.map(({ id }, index) => ({ key: stepKey(id), name: `step ${index + 1}`, step: id })),
    ...(plan.goal ? [{ key: sectionKey("goal"), name: "the goal" }] : []),
    ...(plan.decisions ?? []).map(({ decision_id, header }) => ({
      key: decisionKey(decision_id),
      name: `the decision ${header}`,
      decision: decision_id,
    })),
    ...PROSE.flatMap(([field, name]) => (hasText(plan[field]) ? [{ key: sectionKey(field), name }] : [])),
    ...(plan.sections ?? []).map(({ heading }, index) => ({
      key: sectionKey("sections", index),
      name: heading === "" ? "the text before the sections" : heading,
    })),
    ...(plan.context ? [{ key: sectionKey("context"), name: "the context" }] : []),
  ];
}

const PROSE = [
  ["questions", "the questions"],
  ["assumptions", "the assumptions"],
  ["risks", "the risks"],
  ["validation", "the validation"],
] as const;

function hasText(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

/** A command by its place: "step 4, run". */
export function commandName({ place, field }: CommandToRun): string {
  return `step ${place + 1}, ${field === "run" ? "run" : "check"}`;
}

/** "steps 6, 7 and 8, the decision Store and the risks". */
export function namesOf(parts: readonly Part[]): string {
  const steps = parts.flatMap(({ name, step }) => (step === undefined ? [] : [name.replace("step ", "")]));
  const others = parts.flatMap(({ name, step }) => (step === undefined ? [name] : []));
  const numbers = steps.length === 0 ? [] : [`${steps.length === 1 ? "step" : "steps"} ${joined(steps)}`];
  return joined([...numbers, ...others]);
}

/** "2, 3 and 4". */
export function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
