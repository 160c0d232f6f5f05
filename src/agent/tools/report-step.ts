import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { DEVIATIONS } from "../deviations.ts";
import type { PlanSession } from "../plan-session.ts";
import type { Claim } from "../session-step.ts";
import { ownTool } from "./own-tool.ts";

export function reportStep(session: PlanSession): ToolDefinition {
  return ownTool<Claim>({
    name: "report_step",
    label: "Step",
    description:
      "Say that your step is done, or that it failed. Its check is run then; the answer tells which step comes next.",
    parameters: {
      type: "object",
      required: ["step_id", "outcome", "notes"],
      properties: {
        step_id: { type: "string" },
        outcome: { enum: ["done", "failed"] },
        notes: { type: "string", description: "what changed, and how it was verified" },
        deviations: DEVIATIONS,
      },
    },
    title: ({ step_id = "", outcome = "", notes = "" }) => [`${step_id} ${outcome}`, notes].filter(Boolean).join("\n"),
    run: async (claim, signal) => {
      // A report on a step that this process did not run has no value: another process runs it, or did.
      const only = await session.readingOnly();
      if (only?.because === "checking" || only?.because === "elsewhere") throw new Error(only.words);
      const reported = await session.run.runner.report(claim, signal);
      if (!reported.ok) throw new Error(reported.refusal.message);
      return { text: reported.value, details: claim };
    },
  });
}
