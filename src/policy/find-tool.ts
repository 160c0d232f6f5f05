import { defined } from "../plan/defined.ts";
import type { Registry } from "./registry.ts";
import type { Category, Tool, ToolCall } from "./tool.ts";

/**
 * The tool of a call, identified by name and source: an extension that takes over a known name is unknown. If the
 * host does not name the source, any tool of that name is possible, and the strictest one counts.
 */
export function findTool(call: Pick<ToolCall, "tool" | "source">, registry: Registry): Tool | undefined {
  const exact = registry.filter(({ name }) => name === call.tool);
  const candidates = exact.length > 0 ? exact : registry.filter(({ name }) => isFamilyOf(name, call.tool));
  if (call.source !== undefined) return candidates.find(({ source }) => source === call.source);
  const [first, ...others] = candidates;
  return first && others.reduce(strictest, first);
}

/** Whether any tool of this name is known, from any source. */
export function isKnownName(name: string, registry: Registry): boolean {
  return registry.some((tool) => tool.name === name || isFamilyOf(tool.name, name));
}

const STRICTNESS: Record<Category, number> = { read: 0, search: 0, execute: 1, write: 2, other: 3 };

/** Whether `a` is restricted at least as much as `b`. */
export function isAsStrict(a: Category, b: Category): boolean {
  return STRICTNESS[a] >= STRICTNESS[b];
}

function isFamilyOf(family: string, name: string): boolean {
  return family.endsWith("*") && name.startsWith(family.slice(0, -1));
}

function strictest(a: Tool, b: Tool): Tool {
  const stricter = isAsStrict(a.category, b.category) ? a : b;
  const [command, directory] = [a.command ?? b.command, a.directory ?? b.directory];
  const isOneCommand = command === (b.command ?? command) && directory === (b.directory ?? directory);
  const fields = a.fields && b.fields ? a.fields.filter((field) => b.fields?.includes(field)) : (a.fields ?? b.fields);
  return {
    ...stricter,
    // Two tools have the command in different fields, and which one applies is unknown.
    ...(!isOneCommand && { category: "other" }),
    ...defined({ paths: both(a.paths, b.paths), globs: both(a.globs, b.globs), patches: both(a.patches, b.patches) }),
    ...defined({ command, directory, fields }),
    ...((a.recursive || b.recursive) && { recursive: true }),
  };
}

/** Stays undefined if neither has it: a tool with an empty list of patches would be one that must bring a patch. */
function both(a: readonly string[] | undefined, b: readonly string[] | undefined): string[] | undefined {
  return a || b ? [...new Set([...(a ?? []), ...(b ?? [])])] : undefined;
}
