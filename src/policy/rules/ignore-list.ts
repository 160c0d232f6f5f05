import { isNamed } from "../is-named.ts";
import type { Rule } from "../rule.ts";

/** The user does not want to be asked about this tool. */
export const ignoreList: Rule = {
  name: "ignore-list",
  priority: 310,
  code: "CONFIRMATION_NEEDED",
  judge(call, { settings, registry }) {
    if (!isNamed(call, settings.tool_ignore, registry)) return undefined;
    return { says: "waive", code: "ALLOWED", reason: "The user does not want to be asked about it." };
  },
  examples: [
    { call: { tool: "lookup", input: {} }, situation: { settings: { tool_ignore: ["lookup"] } }, says: "waive" },
    { call: { tool: "lookup", input: {} }, situation: { settings: { tool_ignore: ["*"] } }, says: "nothing" },
    {
      call: { tool: "write", source: "other", input: {} },
      situation: { settings: { tool_ignore: ["write"] } },
      says: "nothing",
    },
  ],
};
