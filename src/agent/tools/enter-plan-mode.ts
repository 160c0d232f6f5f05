import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { normalGuideline } from "../../policy/prompts/normal.ts";
import type { PlanSession } from "../plan-session.ts";
import { ownTool } from "./own-tool.ts";

/**
 * The one tool outside plan mode. The guard has started plan mode by the time it runs: only the person's consent is
 * missing.
 */
export function enterPlanMode(open: () => Promise<PlanSession>): ToolDefinition {
  return ownTool<{ reason: string }>({
    name: "enter_plan_mode",
    label: "Plan first",
    description:
      "Plan before you change anything: from the next call on you can only read; you explore, ask, and submit a plan that a person approves.",
    promptSnippet: "Plan first, read-only, until a person approves",
    promptGuidelines: [normalGuideline],
    parameters: {
      type: "object",
      required: ["reason"],
      properties: { reason: { type: "string", description: "Why this deserves a plan, in a sentence" } },
    },
    title: ({ reason = "" }) => reason,
    run: async ({ reason }) => (await open()).entry.confirm(reason),
  });
}
