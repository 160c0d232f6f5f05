import type { ExtensionAPI, ToolDefinition, ToolInfo } from "@earendil-works/pi-coding-agent";
import { defined } from "../plan/defined.ts";
import type { OfferedTool, StepTool } from "../policy/offered-tool.ts";
import type { OwnTools } from "./own-tools.ts";

/** The fields that a tool of an MCP server has from pi 1.x on; the types of 0.87 do not have them. */
interface ServerTool {
  namespace?: { name: string; aliases?: readonly string[] };
  annotations?: { readOnlyHint?: boolean };
  exposure?: string;
}

/**
 * The source of a tool of this session: `pi` itself, Countersign, an MCP server of pi's settings as `mcp:name`, or an
 * extension by its package or path.
 */
export function sourceOf(info: ToolInfo, own: OwnTools): string {
  const { name, parameters, sourceInfo } = info;
  const ours = own.get(name);
  if (ours?.parameters === parameters && ours.path === sourceInfo.path) return ours.source;
  if (sourceInfo.source === "builtin") return serverOf(info) ?? (isOfPi(info) ? "pi" : sourceInfo.path);
  return sourceInfo.origin === "package" ? sourceInfo.source : sourceInfo.path;
}

/** pi brings other parts as built-in, too, whose tools are not named as the part is. */
function isOfPi({ name, sourceInfo: { path } }: ToolInfo): boolean {
  return path === `builtin:${name}` || path === `<builtin:${name}>`;
}

function serverOf(info: ToolInfo): string | undefined {
  const { namespace } = info as ServerTool;
  if (info.sourceInfo.path !== "builtin:mcp" || namespace === undefined) return undefined;
  return `mcp:${namespace.aliases?.[0] ?? namespace.name.replace(/^mcp__/, "")}`;
}

/** A tool of this session as the policy knows it. */
export function offeredTool(info: ToolInfo, own: OwnTools): OfferedTool {
  const isReading = (info as ServerTool).annotations?.readOnlyHint === true;
  return { tool: info.name, source: sourceOf(info, own), ...(isReading && { readOnlyHint: true }) };
}

/** pi declares it to a model only after a search, or never: scripts of codemode call it. That is pi's choice for tools of MCP servers. */
export function isUndeclared(info: ToolInfo): boolean {
  const { exposure } = info as ServerTool;
  return serverOf(info) !== undefined && (exposure === "deferred" || exposure === "codemode");
}

/** The active tools. */
export function offeredTools(pi: ExtensionAPI, own: OwnTools): OfferedTool[] {
  const active = new Set(pi.getActiveTools());
  return pi
    .getAllTools()
    .filter(({ name }) => active.has(name))
    .map((info) => offeredTool(info, own));
}

/** What a copy of the tool in another session keeps of it, so that its source is known there. */
export function serverFields(tool: ToolDefinition): object {
  const { namespace, annotations } = tool as ServerTool;
  return defined({ namespace, annotations });
}

/** Whether another session can load it: from a file, or from its MCP server. */
export function isLoadable(info: ToolInfo): boolean {
  const { source, path } = info.sourceInfo;
  return serverOf(info) !== undefined || (source !== "builtin" && !path.startsWith("<"));
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
