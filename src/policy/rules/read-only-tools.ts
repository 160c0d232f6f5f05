import { PLANNING } from "../mode-policy.ts";
import type { Rule } from "../rule.ts";
import { toolOf } from "../tool-of.ts";

/** A tool that is known to be read-only needs no confirmation. Its own claim is not enough. */
export const readOnlyTools: Rule = {
  name: "read-only-tools",
  priority: 200,
  code: "CONFIRMATION_NEEDED",
  judge(call, situation) {
    const tool = toolOf(call, situation);
    if (!tool || !PLANNING.allowedCategories.includes(tool.category)) return undefined;
    return { says: "waive", code: "ALLOWED", reason: "It only looks." };
  },
  examples: [
    { call: { tool: "read_file", source: "tunacode", input: {} }, says: "waive" },
    { call: { tool: "grep", source: "pi", input: {} }, says: "waive" },
    {
      call: { tool: "lookup", input: {} },
      situation: { settings: { tools: { lookup: { category: "search" } } } },
      says: "waive",
    },
    { call: { tool: "write_file", source: "tunacode", input: {} }, says: "nothing" },
    { call: { tool: "bash", source: "pi", input: { command: "ls" } }, says: "nothing" },
    { call: { tool: "lookup", input: {}, readOnlyHint: true }, says: "nothing" },
  ],
};
