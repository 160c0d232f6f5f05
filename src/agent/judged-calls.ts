import type { ToolCall } from "../policy/tool.ts";
import type { PlanSession } from "./plan-session.ts";

/** The calls of a session that are in progress: the model's input, and the allowed input. */
export class JudgedCalls {
  readonly #session: PlanSession;
  /** Of calls that a tool makes: they are in no message. */
  readonly #nested = new Map<string, Record<string, unknown>>();
  readonly #commands = new Map<string, { command: string; input: ToolCall["input"] }>();

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** A tool calls another one: pi tells of it before its hooks, with the input that will run. */
  nested(toolCallId: string, input: unknown): void {
    try {
      this.#nested.set(toolCallId, structuredClone(input) as Record<string, unknown>);
    } catch {
      // An input that cannot be copied stays unknown, and the call is refused.
    }
  }

  /**
   * The input of the tool that makes the call, or of the model; other extensions may have changed it since. A model may give a
   * call of its own the id of a tool's call: what pi told of the tool's call is what runs.
   */
  inputOf(toolCallId: string): Record<string, unknown> | undefined {
    return this.#nested.get(toolCallId) ?? this.#inMessages(toolCallId);
  }

  #inMessages(toolCallId: string): Record<string, unknown> | undefined {
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
    this.#nested.delete(toolCallId);
  }
}
