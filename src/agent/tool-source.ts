import type { ExtensionAPI, ToolDefinition, ToolInfo } from "@earendil-works/pi-coding-agent";
import type { OfferedTool } from "../policy/offered-tool.ts";

/**
 * Our tools by name, with the schema we registered and where pi says they come from: another extension that takes one of
 * their names does not get away with it, not even with our schema. Our shell stands in for pi's, and is judged as that.
 */
export type OwnTools = Map<string, { parameters: unknown; source: "countersign" | "pi"; path: string | undefined }>;

/** Right after it was registered, only we have its schema: what has it now is ours. */
export function knowOwn(pi: ExtensionAPI, own: OwnTools, tool: ToolDefinition, source: "countersign" | "pi"): void {
  const { name, parameters } = tool;
  const info = pi.getAllTools().find((known) => known.name === name && known.parameters === parameters);
  const before = own.get(name);
  const path = before?.parameters === parameters ? before.path : undefined;
  own.set(name, { parameters, source, path: path ?? info?.sourceInfo.path });
}

/** Who provides a tool of this session: `pi` itself, we, or an extension by its package or path. */
export function sourceOf({ name, parameters, sourceInfo }: ToolInfo, own: OwnTools): string {
  const ours = own.get(name);
  if (ours?.parameters === parameters && ours.path === sourceInfo.path) return ours.source;
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
