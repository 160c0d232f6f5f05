import { findTool, isAsStrict, isKnownName } from "./find-tool.ts";
import { named } from "./named.ts";
import type { Situation } from "./situation.ts";
import type { Category, Tool, ToolCall } from "./tool.ts";

/**
 * The tool of a call, with the user's description. The user may classify an unknown tool, and be stricter about a
 * known one; a known writing tool stays one.
 */
export function toolOf(call: ToolCall, { registry, settings }: Situation): Tool | undefined {
  const known = findTool(call, registry);
  const category = categoryByUser(call, known, registry, settings.tools);
  if (category === undefined) return known;
  if (known) {
    const isBelieved = known.category === "other" || isAsStrict(category, known.category);
    return isBelieved ? { ...known, category } : known;
  }
  const description = "placed by the user's configuration";
  return { name: call.tool, source: call.source ?? "", category, risk: "medium", description };
}

/** The setting in the user's configuration that would allow this tool while planning. */
export function lineThatAllows(call: ToolCall, { registry }: Pick<Situation, "registry">): string {
  const { tool, source } = call;
  const isTaken = source !== undefined && !findTool(call, registry) && isKnownName(tool, registry);
  const said = isTaken ? `{"category": "read", "source": ${JSON.stringify(named(source))}}` : '"read"';
  return `"tools": {${JSON.stringify(named(tool))}: ${said}}`;
}

function categoryByUser(
  call: ToolCall,
  known: Tool | undefined,
  registry: Situation["registry"],
  tools: Situation["settings"]["tools"],
): Category | undefined {
  const own = (name: string) => (Object.hasOwn(tools, name) ? tools[name] : undefined);
  // All tools of an MCP server, by its name.
  const isOfServer = own(call.tool) === undefined && call.source?.startsWith("mcp:") === true;
  const said = own(isOfServer ? (call.source ?? "") : call.tool);
  if (said?.source !== undefined) return said.source === call.source ? said.category : undefined;
  // The plain name of a known tool means that tool, not an extension that took over its name.
  return known || !isKnownName(call.tool, registry) ? said?.category : undefined;
}
