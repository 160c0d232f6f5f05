import { findTool, isKnownName } from "./find-tool.ts";
import type { Registry } from "./registry.ts";
import type { ToolCall } from "./tool.ts";

/**
 * Whether a list of names includes the tool of this call. A known name means the known tool, not an extension that
 * took over its name.
 */
export function isNamed(call: ToolCall, names: readonly string[], registry: Registry): boolean {
  if (call.source !== undefined && names.includes(`${call.tool}@${call.source}`)) return true;
  if (!names.includes(call.tool)) return false;
  return findTool(call, registry) !== undefined || !isKnownName(call.tool, registry);
}
