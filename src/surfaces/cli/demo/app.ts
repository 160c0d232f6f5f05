import type { ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { AssistantMessage, ToolResultMessage } from "@earendil-works/pi-ai";

export type AppProcess = ChildProcessByStdio<Writable, Readable, null>;

/** The events of the app that are visible from outside. */
export type Seen =
  | { type: "message"; message: AssistantMessage | ToolResultMessage }
  /** A dialog is open. It stays unanswered here; the request stays in the inbox. */
  | { type: "dialog" }
  /** It does nothing more by itself. */
  | { type: "settled" }
  | { type: "trouble"; words: string };

interface Line {
  type: string;
  id?: string;
  method?: string;
  message?: { role: string } | string;
  notifyType?: string;
  success?: boolean;
  error?: string;
}

const DIALOGS = ["select", "confirm", "input", "editor"];

/** The app without a terminal: takes commands and reports events, one line of JSON each. */
export class App {
  readonly #child: AppProcess;

  constructor(child: AppProcess) {
    this.#child = child;
  }

  type(message: string): void {
    this.#put({ type: "prompt", message });
  }

  /** Until it ends. */
  async *watch(): AsyncGenerator<Seen> {
    for await (const raw of createInterface({ input: this.#child.stdout })) {
      const line = JSON.parse(raw) as Line;
      if (line.type === "extension_ui_request" && DIALOGS.includes(line.method ?? "")) {
        this.#put({ type: "extension_ui_response", id: line.id, cancelled: true });
        yield { type: "dialog" };
      }
      const seen = read(line);
      if (seen) yield seen;
    }
  }

  leave(): void {
    this.#child.stdin.end();
  }

  #put(line: object): void {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }
}

function read(line: Line): Seen | undefined {
  const { message } = line;
  if (line.type === "agent_settled") return { type: "settled" };
  if (line.type === "response" && line.success === false) return { type: "trouble", words: line.error ?? "It failed." };
  if (line.method === "notify" && line.notifyType === "error") return { type: "trouble", words: String(message) };
  if (line.type !== "message_end" || typeof message !== "object") return undefined;
  if (message.role !== "assistant" && message.role !== "toolResult") return undefined;
  return { type: "message", message: message as AssistantMessage | ToolResultMessage };
}
