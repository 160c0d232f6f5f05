import type { ExtensionAPI, ToolInfo } from "@earendil-works/pi-coding-agent";
import type { OfferedTool } from "../policy/offered-tool.ts";

/**
 * Our tools by name, and the schema we registered: another extension that takes one of their names does not get away with
 * it. Our shell stands in for pi's, and is judged as that.
 */
export type OwnTools = Map<string, { parameters: unknown; source: "countersign" | "pi" }>;

/** Who provides a tool of this session: `pi` itself, we, or an extension by its package or path. */
export function sourceOf({ name, parameters, sourceInfo }: ToolInfo, own: OwnTools): string {
  const ours = own.get(name);
  if (ours?.parameters === parameters) return ours.source;
  if (sourceInfo.source === "builtin") return "pi";
  return sourceInfo.origin === "package" ? sourceInfo.source : sourceInfo.path;
}

/** The tools that are switched on. */
export function offeredTools(pi: ExtensionAPI, own: OwnTools): OfferedTool[] {
  const active = new Set(pi.getActiveTools());
  return pi
    .getAllTools()
    .filter(({ name }) => active.has(name))
    .map((info) => ({ tool: info.name, source: sourceOf(info, own) }));
}
