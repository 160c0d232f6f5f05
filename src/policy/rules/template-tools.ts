import { isNamed } from "../is-named.ts";
import type { Rule } from "../rule.ts";

/** The prompt template in use allows the tool without asking. */
export const templateTools: Rule = {
  name: "template-tools",
  priority: 210,
  code: "CONFIRMATION_NEEDED",
  judge(call, { templateTools: names, registry }) {
    if (!isNamed(call, names, registry)) return undefined;
    return { says: "waive", code: "ALLOWED", reason: "The template allows it." };
  },
  examples: [
    { call: { tool: "lookup", input: {} }, situation: { templateTools: ["lookup"] }, says: "waive" },
    { call: { tool: "lookup", input: {} }, situation: { templateTools: ["look"] }, says: "nothing" },
    { call: { tool: "edit", source: "other", input: {} }, situation: { templateTools: ["edit"] }, says: "nothing" },
    { call: { tool: "edit", source: "other", input: {} }, situation: { templateTools: ["edit@other"] }, says: "waive" },
  ],
};
