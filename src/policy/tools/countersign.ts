import type { Tool } from "../tool.ts";

const source = "countersign";

/** The tools that propose a plan, the usual one first; the others are its names in other designs. */
export const SUBMITTING = ["submit_plan", "present_plan", "plan_propose"] as const;

/** The planner's own tools. They ask and propose; none of them changes the project or ends planning. */
export const COUNTERSIGN_TOOLS: readonly Tool[] = [
  own("enter_plan_mode", "Start planning, with a reason"),
  own("ask_user", "Ask the person a question"),
  own("submit_plan", "Propose the plan for review"),
  own("report_step", "Say that a step is done, or failed"),
  own("plan_list", "List plans"),
  own("plan_get", "Show a plan"),
  own("present_plan", "Propose the plan for review"),
  own("plan_propose", "Propose the plan for review"),
  own("plan_approve", "Ask a person to review the plan"),
  own("plan_reject", "Take back one's own proposal and go on planning"),
];

function own(name: string, description: string): Tool {
  return { name, source, category: "read", risk: "low", description };
}
