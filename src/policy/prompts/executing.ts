import { quoted } from "../../plan/quoted.ts";
import { mayWrite } from "../modes.ts";
import type { OfferedTool } from "../offered-tool.ts";
import type { Situation, StepScope } from "../situation.ts";
import { approvedPlan, type Execution } from "./approved-plan.ts";
import { toolLines } from "./tool-lines.ts";

export type { Execution };

/** The prompt for the agent that runs a plan, or one step of it. */
export function executingPrompt(situation: Situation, offered: readonly OfferedTool[], execution: Execution): string {
  const step = situation.scope?.step;
  return [
    "You are in EXECUTING mode: carry out the approved plan, exactly that and nothing else.",
    "",
    approvedPlan(execution),
    "",
    step ? `Your step: ${step.id}. Leave the others alone.` : "Carry out the steps in the order of their dependencies.",
    ...scopeLines(offered, situation),
    "No tool may write .pi/plans, .pi/plans.json, git hooks or git configuration.",
    "",
    "- Work on the steps before you explore more widely. Make targeted edits; keep changes within the step.",
    "- What earlier steps did stays as it is: do not undo or rewrite it unless the plan says so.",
    "- If a step fails, STOP. Do not try to undo it. Say which steps succeeded, which failed, and what state is left behind.",
    "- Report every deviation from the plan, with its reason.",
    "- At the end say what changed and how it was verified.",
  ].join("\n");
}

function scopeLines(offered: readonly OfferedTool[], situation: Situation): string[] {
  const { settings, scope } = situation;
  const lines = toolLines(offered, situation);
  if (settings.scope === "full")
    return [...lines, ...(scope?.step && !mayWrite(scope.step) ? [filesLine(scope.step)] : [])];
  const [first = "", ...others] = lines;
  return [
    // Only listed tools exist for the model.
    first.replace(/^Tools you may use:/, "You ONLY have these tools:"),
    ...others,
    filesLine(scope?.step),
    ...(scope?.step && mayWrite(scope.step) && !scope.step.commits ? [NO_COMMITS] : []),
    ...(settings.level === "enforce" ? ["What is outside is blocked; a person can amend the plan."] : []),
  ];
}

const NO_COMMITS = "You may not change the git repository: do not stage, commit or switch branches.";

function filesLine(step: StepScope | undefined): string {
  if (step && !mayWrite(step))
    return `Your step is for ${step.mode}: you may write nothing. Say what you found instead.`;
  const files = step?.files?.map(quoted).join(", ");
  return files ? `You may only write files that match: ${files}.` : "You may only write files of the project.";
}
