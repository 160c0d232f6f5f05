export { type Execution, executingPrompt } from "./prompts/executing.ts";
export { normalGuideline } from "./prompts/normal.ts";
export { planningPrompt } from "./prompts/planning.ts";
