import type { AgentToolResult, ExtensionContext, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { Text } from "@earendil-works/pi-tui";
import { visible } from "../../plan/visible.ts";
import { MODEL_ONLY } from "../nested-calls.ts";

/** The answer of one of our tools. */
export interface ToolAnswer {
  text: string;
  /** Ends the model's turn. */
  ends?: boolean;
  details?: unknown;
}

interface OwnTool<Input> {
  name: string;
  label: string;
  description: string;
  /** JSON Schema, unchanged. */
  parameters: object;
  promptSnippet?: string;
  promptGuidelines?: string[];
  prepareArguments?: (input: unknown) => unknown;
  /** The call on one line, for the transcript. Its input may still be incomplete. */
  title(input: Partial<Input>): string;
  run(input: Input, signal: AbortSignal | undefined, context: ExtensionContext): Promise<ToolAnswer>;
}

/** Always one after the other: they ask a person, or change the agent's phase. */
export function ownTool<Input>({ run, title, parameters, prepareArguments, ...tool }: OwnTool<Input>): ToolDefinition {
  return {
    ...tool,
    ...MODEL_ONLY,
    parameters: parameters as ToolDefinition["parameters"],
    ...(prepareArguments && { prepareArguments: prepareArguments as never }),
    executionMode: "sequential",
    renderCall: (input, theme) => {
      const words = visible(title((input ?? {}) as Partial<Input>).slice(0, 2_000), { multiline: true });
      return new Text(`${theme.fg("toolTitle", theme.bold(tool.label))} ${words}`, 0, 0);
    },
    async execute(_id, input, signal, _update, context): Promise<AgentToolResult<unknown>> {
      const { text, ends, details } = await run(input as Input, signal, context);
      return { content: [{ type: "text", text }], details, ...(ends && { terminate: true }) };
    },
  };
}
