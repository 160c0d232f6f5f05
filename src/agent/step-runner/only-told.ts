import type { StreamFn } from "@earendil-works/pi-agent-core";

/**
 * The model is told of these tools only. The others exist all the same: a model that calls one of them is not left with
 * "not found" but judged, and a person can allow it.
 */
export function onlyTold(ask: StreamFn, told: ReadonlySet<string>): StreamFn {
  return (model, context, options) => {
    const messages = context.messages.map((message) =>
      message.role === "system" && message.toolsAdded
        ? { ...message, toolsAdded: message.toolsAdded.filter(({ name }) => told.has(name)) }
        : message,
    );
    return ask(model, { ...context, messages }, options);
  };
}
