import type { Plan, Step, StepId } from "../../plan/plan.ts";
import { visible } from "../../plan/visible.ts";

/** The signed plan to run, with the words of the approver and the notes of earlier steps. */
export interface Execution {
  plan: Plan;
  /** What the approver wrote beside the signature. */
  approverNotes?: string;
  /** Completed steps, with their notes. */
  completed?: ReadonlyMap<StepId, string>;
  /** The labels chosen, by decision. */
  selections?: ReadonlyMap<string, readonly string[]>;
}

/** The plan as a block of the prompt. Nothing in it can end the block, or look like another of its parts. */
export function approvedPlan({ plan, approverNotes, completed, selections }: Execution): string {
  const chosen = [...(selections ?? [])].map(([id, labels]) => `- ${line(id)}: ${labels.map(line).join(", ")}`);
  return [
    `<approved_plan id="${line(plan.id)}">`,
    `Title: ${line(plan.title)}`,
    ...(plan.goal ? ["Goal:", ...block(plan.goal)] : []),
    ...(plan.summary ? ["Summary:", ...block(plan.summary)] : []),
    "Steps:",
    ...plan.steps.flatMap((step, position) => stepLines(step, position, completed)),
    ...(chosen.length > 0 ? ["Decisions taken:", ...chosen] : []),
    ...list("Assumptions:", plan.assumptions),
    ...list("Risks:", plan.risks),
    ...(plan.validation ? ["Validation:", ...block(plan.validation)] : []),
    ...(plan.context?.notes ? ["Context:", ...block(plan.context.notes)] : []),
    ...(approverNotes ? ["Notes of the approver:", ...block(approverNotes)] : []),
    "</approved_plan>",
  ].join("\n");
}

function stepLines(step: Step, position: number, completed: Execution["completed"]): string[] {
  const note = completed?.get(step.id);
  const facts = [
    step.mode && `mode: ${step.mode}`,
    step.tools && `tools: ${step.tools.map(line).join(", ")}`,
    step.denied_tools && `not: ${step.denied_tools.map(line).join(", ")}`,
    step.operation && `operation: ${line(step.operation)}`,
    step.target && `target: ${line(step.target)}`,
    step.files && `files: ${step.files.map(line).join(", ")}`,
    step.commits && "commits: yes",
    step.risk && `risk: ${step.risk}`,
    step.depends_on && `after: ${step.depends_on.join(", ")}`,
    step.run && `run: ${line(step.run)}`,
    step.keeps && `keeps: ${step.keeps}`,
    step.verify && `verify: ${line(step.verify)}`,
    step.undo && `undo: ${line(step.undo)}`,
    step.decision_id && `decision: ${step.decision_id}`,
  ].filter((fact) => fact !== undefined);
  return [
    `${position + 1}. [${note === undefined ? " " : "x"}] ${line(step.title)} (${step.id})`,
    ...(facts.length > 0 ? [`   ${facts.join("; ")}`] : []),
    ...(step.description ? block(step.description) : []),
    ...(note ? ["   Done:", ...block(note)] : []),
  ];
}

function list(heading: string, items: readonly string[] | undefined): string[] {
  return items && items.length > 0 ? [heading, ...items.map((item) => `- ${line(item)}`)] : [];
}

/** On one line, with hidden characters spelled out. */
function line(text: string): string {
  return harmless(visible(text));
}

/** Every line of it behind a bar, so that none passes for one of the prompt. */
function block(text: string): string[] {
  return harmless(visible(text, { multiline: true }))
    .split("\n")
    .map((part) => `   | ${part}`);
}

/** Text that looks like the start or end of the block is changed so that it is not a tag. */
function harmless(text: string): string {
  return text.replace(/<(?=[\s/]*approved[\s_-]*plan)/gi, "&lt;");
}
