import type { Tool } from "./tool.ts";

/** All tools that are known, each by its name and its source. */
export type Registry = readonly Tool[];

/** Adds a host's tools. A tool with the same name and source is replaced. */
export function registerTools(registry: Registry, tools: readonly Tool[]): Registry {
  const isReplaced = (old: Tool) => tools.some(({ name, source }) => name === old.name && source === old.source);
  return [...registry.filter((old) => !isReplaced(old)), ...tools];
}
