import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { DEVIATIONS, deviationsIn } from "../deviations.ts";
import { MODEL_ONLY } from "../nested-calls.ts";
import type { Ending } from "./step-attempt.ts";

export const FINISH_STEP = "finish_step";

interface Finish {
  outcome: "done" | "failed";
  summary: string;
  notes?: string;
  deviations?: unknown;
}

const LONGEST = 8_000;

/** The agent's final report on its step, which ends its session; the host verifies it. */
export function finishStep(isBlind: () => boolean, finish: (ending: Ending) => void): ToolDefinition {
  return {
    ...MODEL_ONLY,
    name: FINISH_STEP,
    label: "Finish",
    description:
      "Say that your step is done, or that it cannot be done. Call it once, at the end: nothing runs after it.",
    parameters: PARAMETERS as unknown as ToolDefinition["parameters"],
    executionMode: "sequential",
    async execute(_id, input) {
      const { outcome, summary, notes = "", deviations } = input as Finish;
      // It was written before the agent could know the results of its other calls.
      if (outcome === "done" && isBlind())
        throw new Error("A call before this one failed. Look at what it said first.");
      const output = [summary, notes]
        .map((text) => text.trim().slice(0, LONGEST))
        .filter(Boolean)
        .join("\n\n");
      const said = { output, ...deviationsIn(deviations) };
      if (outcome === "done") finish({ status: "completed", ...said });
      else
        finish({ status: "failed", ...said, error: summary.trim().slice(0, LONGEST) || "The agent says it failed." });
      return { content: [{ type: "text", text: "Noted." }], details: undefined, terminate: true };
    },
  };
}

const PARAMETERS = {
  type: "object",
  required: ["outcome", "summary"],
  properties: {
    outcome: { enum: ["done", "failed"] },
    summary: {
      type: "string",
      description: "what changed and how it was verified, or why it failed and what is left behind",
    },
    notes: { type: "string", description: "what the steps after this one must know" },
    deviations: DEVIATIONS,
  },
};
