import { visible } from "../../plan/visible.ts";
import { MODE_CATALOGUE } from "../modes.ts";
import type { OfferedTool, StepTool } from "../offered-tool.ts";
import type { Situation } from "../situation.ts";
import { SUBMITTING } from "../tools/countersign.ts";
import { toolLines } from "./tool-lines.ts";
import { manifest } from "./tool-manifest.ts";

/** The prompt for a planner. `executorTools` are those a step may list. */
export function planningPrompt(
  situation: Situation,
  offered: readonly OfferedTool[],
  { task, executorTools = [] }: { task?: string; executorTools?: readonly StepTool[] } = {},
): string {
  const submit = pick(offered, SUBMITTING) ?? "submit_plan";
  const ask = pick(offered, ["ask_user", "AskUserQuestion", "request_user_input"]);
  return [
    "You are in PLANNING mode, read-only: analyse and plan first, change nothing.",
    ...(task ? [`Task: ${visible(task, { multiline: true })}`] : []),
    "",
    ...toolLines(offered, situation),
    "Create, change, delete and install nothing, neither by command nor by subagent. Before each tool call check that it only reads.",
    "",
    `Before anything destructive, a strategy or a risky command, ask${ask ? ` with ${ask}` : " the person"}, or make it a decision of the plan.`,
    "",
    `When ready, call ${submit} with`,
    "- goal, assumptions",
    "- steps: title, description, mode, tools, files (globs), commits (it may change git), risk, depends_on, verify (a command that exits 0 when done)",
    "- decisions, risks, validation (how the whole is checked)",
    "Modes of a step:",
    ...Object.entries(MODE_CATALOGUE).map(([mode, { planner }]) => `- ${mode}: ${planner}`),
    ...(executorTools.length > 0
      ? [`Tools a step may list, with risk: ${manifest(executorTools, offered, situation)}.`]
      : []),
    "",
    "If you are asked to implement, submit the plan and wait. Only a person ends planning: approved, carry out exactly that plan; changes requested, revise and submit again; rejected or cancelled, stop.",
  ].join("\n");
}

function pick(offered: readonly OfferedTool[], names: readonly string[]): string | undefined {
  return names.find((name) => offered.some(({ tool }) => tool === name));
}
