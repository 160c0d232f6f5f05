import type { ExtensionAPI, ToolInfo } from "@earendil-works/pi-coding-agent";
import type { OfferedTool } from "../policy/offered-tool.ts";

/**
 * Who provides a tool of this session: `pi` itself, we, or an extension by its package or path. Ours are known by the very
 * schema we registered: another extension that takes one of their names does not get away with it.
 */
export function sourceOf({ name, parameters, sourceInfo }: ToolInfo, own: ReadonlyMap<string, unknown>): string {
  if (own.get(name) === parameters) return "countersign";
  if (sourceInfo.source === "builtin") return "pi";
  return sourceInfo.origin === "package" ? sourceInfo.source : sourceInfo.path;
}

/** The tools that are switched on. */
export function offeredTools(pi: ExtensionAPI, own: ReadonlyMap<string, unknown>): OfferedTool[] {
  const active = new Set(pi.getActiveTools());
  return pi
    .getAllTools()
    .filter(({ name }) => active.has(name))
    .map((info) => ({ tool: info.name, source: sourceOf(info, own) }));
}
