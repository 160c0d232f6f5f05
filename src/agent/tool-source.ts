import type { ExtensionAPI, ToolDefinition, ToolInfo } from "@earendil-works/pi-coding-agent";
import { defined } from "../plan/defined.ts";
import type { OfferedTool, StepTool } from "../policy/offered-tool.ts";

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

/** The source of a tool of this session: `pi` itself, Countersign, or an extension by its package or path. */
export function sourceOf({ name, parameters, sourceInfo }: ToolInfo, own: OwnTools): string {
  const ours = own.get(name);
  if (ours?.parameters === parameters && ours.path === sourceInfo.path) return ours.source;
  if (sourceInfo.source === "builtin") return "pi";
  return sourceInfo.origin === "package" ? sourceInfo.source : sourceInfo.path;
}

/** The active tools. */
export function offeredTools(pi: ExtensionAPI, own: OwnTools): OfferedTool[] {
  const active = new Set(pi.getActiveTools());
  return pi
    .getAllTools()
    .filter(({ name }) => active.has(name))
    .map((info) => ({ tool: info.name, source: sourceOf(info, own) }));
}

/** Whether another session can load it from a file. */
export function isLoadable({ sourceInfo }: ToolInfo): boolean {
  return sourceInfo.source !== "builtin" && !sourceInfo.path.startsWith("<");
}

/** As a planner is told of it. */
export function stepToolOf(info: ToolInfo, own: OwnTools): StepTool {
  return { tool: info.name, source: sourceOf(info, own), ...defined({ operations: operationsOf(info.parameters) }) };
}

/** The operations of a tool that does several things, by the schema of its input. */
export function operationsOf(parameters: unknown): string[] | undefined {
  const { properties } = (parameters ?? {}) as { properties?: Record<string, unknown> };
  const field = (properties?.["operation"] ?? properties?.["action"]) as
    | { enum?: unknown[]; anyOf?: { const?: unknown }[]; const?: unknown }
    | undefined;
  const values = field?.enum ?? field?.anyOf?.map((one) => one.const) ?? [field?.const];
  const names = values.filter((value): value is string => typeof value === "string");
  return names.length === 0 ? undefined : names;
}
