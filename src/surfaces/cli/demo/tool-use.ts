import type { ToolCall } from "@earendil-works/pi-ai";

/** A call that the model makes. */
export type ToolUse = readonly [tool: string, input: ToolCall["arguments"]];

/** One answer of the model: its text, and its calls. */
export interface Answer {
  words: string;
  calls: readonly ToolUse[];
}
