import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { ProgramTool } from "../desk/program-tools.ts";
import { freeze } from "../plan/freeze.ts";
import type { Assignment } from "../run/step-runner.ts";

/** A tool of the program, as the session of a step takes it. */
export function programToolDefinition(
  { name, description, parameters, execute }: ProgramTool,
  { plan_id, step }: Pick<Assignment, "plan_id" | "step">,
): ToolDefinition {
  return {
    ...{ name, label: name, description },
    parameters: parameters as ToolDefinition["parameters"],
    async execute(id, input, signal) {
      const judged = freeze(structuredClone(input)) as Readonly<Record<string, unknown>>;
      const said = await execute(judged, { id, plan_id, step_id: step.id, signal });
      const text = typeof said === "string" ? said : (JSON.stringify(said) ?? "");
      return { content: [{ type: "text", text }], details: undefined };
    },
  };
}
