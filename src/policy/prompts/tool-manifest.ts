import { defined } from "../../plan/defined.ts";
import { named } from "../named.ts";
import type { OfferedTool, StepTool } from "../offered-tool.ts";
import type { Situation } from "../situation.ts";
import type { Tool } from "../tool.ts";
import { toolOf } from "../tool-of.ts";

/**
 * The tools that a step may list, grouped by what they do and risk, which is what a planner chooses by:
 * `read (low): read, ls; execute (high): bash; mcp:docs: mcp__docs__search; others: odoo (operation: read, create)`. Their
 * host describes them to the model.
 */
export function manifest(tools: readonly StepTool[], offered: readonly OfferedTool[], situation: Situation): string {
  const groups = Map.groupBy(tools, ({ tool, source: own }) => {
    const source = offered.find((known) => known.tool === tool)?.source ?? own;
    return groupOf(toolOf({ tool, input: {}, ...defined({ source }) }, situation), source);
  });
  const words = (members: readonly StepTool[]) => [...new Set(members.map(manifestEntry))].join(", ");
  return [...groups].map(([group, members]) => `${group}: ${words(members)}`).join("; ");
}

/** For a planner without tools of its own, which no host describes tools to. */
export function manifestLine({ name, category, risk, description, examples: [example] = [] }: Tool): string {
  return `- ${named(name)} (${category}, ${risk} risk): ${description}${example ? `, e.g. ${example}` : ""}`;
}

function groupOf(tool: Tool | undefined, source: string | undefined): string {
  if (tool !== undefined) return `${tool.category} (${tool.risk})`;
  return source?.startsWith("mcp:") ? named(source) : "others";
}

/** `odoo (operation: read, create)` */
function manifestEntry({ tool, operations = [] }: StepTool): string {
  return operations.length === 0 ? named(tool) : `${named(tool)} (operation: ${operations.map(named).join(", ")})`;
}
