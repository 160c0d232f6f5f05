import type { ToolCall } from "../policy/tool.ts";
import type { PlanSession } from "./plan-session.ts";

/** The calls of a session that are in progress: the model's input, and the allowed input. */
export class JudgedCalls {
  readonly #session: PlanSession;
  readonly #commands = new Map<string, { command: string; input: ToolCall["input"] }>();

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** The model's input; other extensions may have changed it since. */
  inputOf(toolCallId: string): Record<string, unknown> | undefined {
    for (const entry of this.#session.context.sessionManager.getBranch().toReversed()) {
      if (entry.type !== "message" || entry.message.role !== "assistant") continue;
      const found = entry.message.content.find((part) => part.type === "toolCall" && part.id === toolCallId);
      return found?.type === "toolCall" ? found.arguments : undefined;
    }
    return undefined;
  }

  allowed(toolCallId: string, command: string, input: ToolCall["input"]): void {
    this.#commands.set(toolCallId, { command, input });
  }

  /** The allowed call, if it has this command. */
  allowedWith(toolCallId: string, command: string): ToolCall["input"] | undefined {
    const judged = this.#commands.get(toolCallId);
    return judged?.command === command ? judged.input : undefined;
  }

  ended(toolCallId: string): void {
    this.#commands.delete(toolCallId);
  }
}
