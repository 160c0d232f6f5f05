import { PLANNING } from "./mode-policy.ts";
import type { Situation } from "./situation.ts";
import type { ToolCall } from "./tool.ts";
import { toolOf } from "./tool-of.ts";

/** Whether a tool may need an approved plan: used if the list of guarded tools could not be read in full. */
export function mayBeGuarded(call: ToolCall, situation: Situation): boolean {
  if (!situation.settings.isGuardUnclear || situation.activePlan) return false;
  const tool = toolOf(call, situation);
  if (tool?.source === "countersign") return false;
  return tool === undefined || !PLANNING.allowedCategories.includes(tool.category);
}
