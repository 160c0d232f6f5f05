import type { ContextEvent } from "@earendil-works/pi-coding-agent";
import type { PlanSession } from "./plan-session.ts";

type Messages = ContextEvent["messages"];

/**
 * What is sent to the model: after an approval with a fresh context only what came since, and, where the mode has changed
 * since the system prompt was written, what holds now.
 */
export async function conversation(session: PlanSession, all: Messages): Promise<{ messages: Messages } | undefined> {
  const messages = sinceFreshStart(all);
  const correction = await session.told.correction();
  if (correction === undefined) return messages === all ? undefined : { messages };
  const text = `<countersign>\n${correction}\n</countersign>`;
  return { messages: [...messages, { role: "user", content: [{ type: "text", text }], timestamp: Date.now() }] };
}

function sinceFreshStart(messages: Messages): Messages {
  const start = messages.findLastIndex(
    (message) =>
      message.role === "custom" &&
      message.customType === "countersign" &&
      (message.details as { fresh?: boolean } | undefined)?.fresh === true,
  );
  return start > 0 ? messages.slice(start) : messages;
}
