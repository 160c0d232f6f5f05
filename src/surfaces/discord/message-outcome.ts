import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { InboxMessage } from "./message-inbox.ts";

/** How far the session got with a message, by the session's file. */
export type MessageOutcome =
  /** The session never got it. */
  | { what: "unheard" }
  /** The session ended during its turn; `tools` were called last. */
  | { what: "unfinished"; tools: readonly string[] }
  /** The answer is complete; it may not have been sent. */
  | { what: "answered"; text: string };

export function messageOutcome({ text, after }: InboxMessage, entries: readonly SessionEntry[]): MessageOutcome {
  if (text === undefined) return { what: "unheard" };
  const from = entries.findIndex(({ id }) => id === after) + 1;
  const since = entries.slice(from).flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
  const at = since.findIndex((message) => message.role === "user" && isText(text, textOf(message.content)));
  if (at === -1) return { what: "unheard" };
  const last = since.at(-1);
  if (last?.role === "assistant" && last.stopReason === "stop") return { what: "answered", text: textOf(last.content) };
  const turn = since.slice(at).findLast(({ role }) => role === "assistant");
  return { what: "unfinished", tools: turn?.role === "assistant" ? toolsIn(turn.content) : [] };
}

function toolsIn(content: readonly { type: string; name?: string }[]): string[] {
  return content.flatMap(({ type, name }) => (type === "toolCall" && name !== undefined ? [name] : []));
}

/** pi appends notes about attached images. */
export function isText(said: string, found: string): boolean {
  return found === said || found.startsWith(`${said}\n\n`);
}

export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part: { type?: string; text?: string }) => (part.type === "text" ? [part.text ?? ""] : []))
    .join("");
}
