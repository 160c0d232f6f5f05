import type { AgentToolResult, ExtensionContext, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { Text } from "@earendil-works/pi-tui";
import { visible } from "../../plan/visible.ts";

/** What one of our tools answers. */
export interface ToolAnswer {
  text: string;
  /** The model's turn ends with it. */
  ends?: boolean;
  details?: unknown;
}

interface OwnTool<Input> {
  name: string;
  label: string;
  description: string;
  /** JSON Schema, as it stands. */
  parameters: object;
  promptSnippet?: string;
  promptGuidelines?: string[];
  prepareArguments?: (input: unknown) => unknown;
  /** The call in a line, for the transcript. Half of it may still be missing. */
  title(input: Partial<Input>): string;
  run(input: Input, signal: AbortSignal | undefined, context: ExtensionContext): Promise<ToolAnswer>;
}

/** One after the other, always: they ask a person, or change where the agent stands. */
export function ownTool<Input>({ run, title, parameters, prepareArguments, ...tool }: OwnTool<Input>): ToolDefinition {
  return {
    ...tool,
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
