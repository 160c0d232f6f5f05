import type { Rule } from "../rule.ts";

/** The user wants no confirmations. Denials stay. */
export const yolo: Rule = {
  name: "yolo",
  priority: 300,
  code: "CONFIRMATION_NEEDED",
  judge(_, { settings }) {
    return settings.yolo ? { says: "waive", code: "ALLOWED", reason: "The user wants no questions." } : undefined;
  },
  examples: [
    { call: { tool: "lookup", input: {} }, situation: { settings: { yolo: true } }, says: "waive" },
    { call: { tool: "lookup", input: {} }, says: "nothing" },
  ],
};
