import { modeOf, scopeOf, situationOf } from "../desk/situation.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import { commentsOf } from "../lifecycle/comment.ts";
import { commentSubject } from "../lifecycle/comment-words.ts";
import type { LivePlan, Review } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import { visible } from "../plan/visible.ts";
import type { OfferedTool, StepTool } from "../policy/offered-tool.ts";
import { executingPrompt, planningPrompt } from "../policy/prompts.ts";
import type { Facts } from "../policy/situation.ts";
import type { LiveAgent } from "./live-agent.ts";

export interface PromptFacts {
  offered: readonly OfferedTool[];
  /** What a step may list. */
  executorTools: readonly StepTool[];
  sandbox: Facts["sandbox"];
  cwd: string;
}

/** The prompt for the current mode: only what is enforced. Undefined outside plan mode. */
export function modePrompt(
  agent: LiveAgent,
  state: AgentState,
  plan: LivePlan | undefined,
  { offered, executorTools, ...host }: PromptFacts,
): string | undefined {
  const mode = modeOf(state);
  if (mode === "none") return undefined;
  if (mode === "planning") {
    const situation = situationOf(agent.desk, "planning", host);
    const task = "task" in state ? state.task : undefined;
    const prompt = planningPrompt(situation, offered, { executorTools, ...defined({ task }) });
    return [prompt, ...whatWasSaid(plan)].join("\n\n");
  }
  if (plan === undefined || !("run" in plan) || plan.run === undefined || !("approval" in plan) || !plan.approval) {
    return "You are in EXECUTING mode, but no plan is running. Change nothing.";
  }
  const { run, approval, selections } = plan;
  const current = [...run.steps].map(([id]) => id).find((id) => run.steps.get(id)?.status === "in_progress");
  const situation = situationOf(agent.desk, "executing", host, scopeOf(approval, current));
  const done = [...run.steps].filter(([, { status }]) => status === "completed" || status === "skipped");
  const notes = approval.signatures.flatMap(({ notes }) => notes ?? []).join("\n");
  return [
    executingPrompt(situation, offered, {
      plan: run.plan,
      completed: new Map(done.map(([id, step]) => [id, step.notes ?? ""])),
      selections: new Map(Object.entries(selections)),
      ...(notes && { approverNotes: notes }),
    }),
    "When the step is done, or cannot be done, call report_step; its check is run then, and you are told what comes next.",
  ].join("\n\n");
}

/** All earlier feedback on the plan, so that a person need not repeat it. */
function whatWasSaid(plan: LivePlan | undefined): string[] {
  const reviews = plan?.reviews.filter(({ verdict }) => verdict !== "withdrawn") ?? [];
  if (plan === undefined || reviews.length === 0) return [];
  return [[`Feedback on your plan ${plan.id} so far; heed all of it:`, ...reviews.flatMap(reviewLines)].join("\n")];
}

export function reviewLines(review: Review): string[] {
  const { revision, by, feedback } = review;
  return [
    `- on revision ${revision}, by ${visible(by.name)}: ${said(feedback) || "changes requested"}`,
    ...commentsOf(review).map((comment) => `  - ${visible(commentSubject(comment))}: ${said(comment.text)}`),
  ];
}

function said(words: string): string {
  return visible(words, { multiline: true }).replaceAll("\n", "\n    ");
}
