import type { ExtensionAPI, ToolDefinition } from "@earendil-works/pi-coding-agent";

/**
 * Our tools by name, with the schema we registered and the source that pi reports: another extension that takes one
 * of their names is recognised, even with our schema. Our shell replaces pi's, and is judged as that.
 */
export type OwnTools = Map<string, { parameters: unknown; source: "countersign" | "pi"; path: string | undefined }>;

/** Right after registration only our tool has its schema: the tool with it is ours. */
export function knowOwn(pi: ExtensionAPI, own: OwnTools, tool: ToolDefinition, source: "countersign" | "pi"): void {
  const { name, parameters } = tool;
  const info = pi.getAllTools().find((known) => known.name === name && known.parameters === parameters);
  const before = own.get(name);
  const path = before?.parameters === parameters ? before.path : undefined;
  own.set(name, { parameters, source, path: path ?? info?.sourceInfo.path });
}
