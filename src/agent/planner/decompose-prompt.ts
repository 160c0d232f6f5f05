import type { DeskRefusal } from "../../desk/outcome.ts";
import { MODE_LOOKS, type Mode } from "../../plan/mode-look.ts";
import { isError, type Problem } from "../../plan/problem.ts";
import { MODE_CATALOGUE } from "../../policy/modes.ts";
import { manifestLine } from "../../policy/prompts/tool-manifest.ts";
import type { Tool } from "../../policy/tool.ts";

/** The prompt for a model that makes a plan from the goal alone. */
export function decomposePrompt(executorTools: readonly Tool[], capabilities: readonly string[]): string {
  return [
    "You break a goal down into a plan that a person reviews and other agents run. You have no tools, and no person can be asked: turn each unknown into an assumption, a question, or a step that finds it out.",
    "",
    "Answer with one JSON object in a code block, and nothing else:",
    "```json",
    JSON.stringify(SHAPE, undefined, 2),
    "```",
    "Only title and steps are needed; leave out what you have nothing to say about.",
    "",
    "Modes of a step:",
    ...Object.entries(MODE_CATALOGUE).map(
      ([mode, { planner }]) => `- ${mode} (${MODE_LOOKS[mode as Mode].title}): ${planner}`,
    ),
    "",
    "Tools a step may list, and no others:",
    ...executorTools.map(manifestLine),
    ...capabilities.map((name) => `- ${name} (a capability of the user's settings)`),
    "",
    "- Few steps, each one with a result that can be checked. A step starts once all it depends on is done, so depend only on what is needed; never in a circle.",
    "- A decision before anything destructive, a choice of strategy, or a risky command: the steps that need it name it in decision_id.",
  ].join("\n");
}

/** The goal, as the person gave it. */
export function decomposeGoal(goal: string): string {
  return `The goal:\n\n${goal}`;
}

/** The one chance to fix the problems. */
export function repairPrompt({ message, problems = [] }: Pick<DeskRefusal, "message" | "problems">): string {
  return [
    message,
    ...problems.filter(isError).map((problem) => `- ${problemLine(problem)}`),
    "Answer again with the whole plan, put right, as one JSON object in a code block and nothing else.",
  ].join("\n");
}

function problemLine({ path, message, hint }: Problem): string {
  return [path && `${path}:`, message, hint && `(${hint})`].filter(Boolean).join(" ");
}

const SHAPE = {
  title: "a few words",
  goal: "what is true when all is done",
  summary: "what is going to happen, and why so",
  assumptions: ["what you took for granted"],
  steps: [
    {
      step_id: "short-name",
      title: "what is done",
      description: "how, and what to heed",
      mode: "code",
      tools: ["read", "edit"],
      files: ["globs/it/may/touch/**"],
      commits: false,
      risk: "low, medium or high",
      depends_on: ["another-step"],
      decision_id: "a-decision",
      verify: "a command that exits 0 once it is done",
    },
  ],
  decisions: {
    "a-decision": {
      header: "short label",
      question: "what a person has to choose",
      options: [{ label: "one", description: "what follows from it" }],
      multi_select: false,
    },
  },
  questions: ["what a person should say before it starts"],
  risks: ["what could go wrong"],
  validation: "how the whole is checked",
};
