import type { Desk } from "../../desk/desk.ts";
import { situationOf } from "../../desk/situation.ts";
import { defined } from "../../plan/defined.ts";
import { visible } from "../../plan/visible.ts";
import { MODE_CATALOGUE } from "../../policy/modes.ts";
import { type OfferedTool, standingOf } from "../../policy/offered-tool.ts";
import { executingPrompt } from "../../policy/prompts.ts";
import type { Facts, Situation } from "../../policy/situation.ts";
import { toolsOfPlan } from "../../policy/tools-of-plan.ts";
import type { Assignment } from "../../run/step-runner.ts";
import { FINISH_STEP } from "./finish-step.ts";

export interface StepPrompt {
  /** In the system prompt, and so in every request, also after the conversation was compacted. */
  system: string;
  first: string;
  /** The tools announced to the agent. */
  tools: string[];
}

/** The whole prompt of a step's agent: the signed plan, a person's notes, and the notes of earlier steps. */
export function stepPrompt(assignment: Assignment, situation: Situation, offered: readonly OfferedTool[]): StepPrompt {
  const { plan, step, notes, selections, approver_notes, attempt } = assignment;
  const executing = executingPrompt(situation, offered, {
    plan,
    completed: new Map(Object.entries(notes)),
    selections: new Map(Object.entries(selections)),
    ...defined({ approverNotes: approver_notes }),
  });
  const system = [
    executing,
    ...(step.mode ? [MODE_CATALOGUE[step.mode].subagent] : []),
    ...(step.system_prompt_suffix ? [visible(step.system_prompt_suffix, { multiline: true })] : []),
    "No person reads your messages, and no person answers questions.",
    `When the step is done, or cannot be done, call ${FINISH_STEP}. A check may be run then; only what it finds counts.`,
  ];
  const again =
    "It was begun before and did not come to its end: look at what is there already before you change anything.";
  return {
    system: system.join("\n\n"),
    first: [`Carry out step ${step.id}: ${visible(step.title)}.`, ...(attempt > 1 ? [again] : [])].join("\n"),
    // A tool outside the step's scope is not announced. A call of it is judged like any other.
    tools: offered
      .filter((tool) => !["forbidden", "blocked"].includes(standingOf(tool, situation)))
      .map(({ tool }) => tool),
  };
}

/** The signed plan, without left-out steps; the step includes its amendments. */
export function stepSituation({ plan, step }: Assignment, desk: Desk, sandbox: Facts["sandbox"]): Situation {
  const tools = toolsOfPlan(plan);
  return situationOf(desk, "executing", { sandbox, cwd: desk.project }, { ...defined({ tools }), step });
}

export const REMINDER = `You have stopped, but your step is not finished. Go on with it. If it is done, or cannot be done, call ${FINISH_STEP}.`;

const LONGEST = 4_000;

/** The output of a check is untrusted text: it is in a block that nothing in it can end. */
export function toldOfCheck(said: string): string {
  const lines = visible(said.slice(-LONGEST), { multiline: true }).split("\n");
  return [
    "The check of your step was run. It did not pass:",
    "<check_output>",
    ...lines.map((line) => `   ${line}`),
    "</check_output>",
    `Your step is not done. Fix what it found, within your step, and call ${FINISH_STEP} again; if you cannot, call it with "failed". The check itself stays as it was signed.`,
  ].join("\n");
}
