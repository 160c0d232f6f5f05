/** A call that the model makes. */
export type ToolUse = readonly [tool: string, input: Record<string, unknown>];

/** One answer of the model: what it says, and what it calls. */
export interface Answer {
  words: string;
  calls: readonly ToolUse[];
}
