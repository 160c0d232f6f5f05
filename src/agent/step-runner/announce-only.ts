import type { StreamFn } from "@earendil-works/pi-agent-core";

/**
 * Announces only these tools to the model. The others still exist: a call of one is judged instead of "not found",
 * and a person can allow it.
 */
export function announceOnly(ask: StreamFn, told: ReadonlySet<string>): StreamFn {
  return (model, context, options) => {
    const messages = context.messages.map((message) =>
      message.role === "system" && message.toolsAdded
        ? { ...message, toolsAdded: message.toolsAdded.filter(({ name }) => told.has(name)) }
        : message,
    );
    return ask(model, { ...context, messages }, options);
  };
}
