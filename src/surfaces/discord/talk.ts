import { randomBytes } from "node:crypto";
import type { ImageContent } from "@earendil-works/pi-ai";
import type { AgentSession, AgentSessionEvent } from "@earendil-works/pi-coding-agent";
import type { Clock } from "../../run/clock.ts";
import type { Place } from "./conversation/place.ts";
import { StreamedAnswer } from "./conversation/streamed-answer.ts";
import { toolLine } from "./conversation/tool-line.ts";

export interface TalkOptions {
  session: AgentSession;
  clock: Clock;
  place(channel: string): Place;
  /** Where it speaks when nobody has said anything yet. */
  channel: string;
  trouble(error: unknown): void;
  /** The model gave no answer. */
  failed(channel: string, why: string): void;
}

/** What is said to an agent and by it: words go in one after the other, answers come out where the words came from. */
export class Talk {
  readonly #options: TalkOptions;
  readonly #unsubscribe: () => void;
  /** What was said and not yet heard: its words, and where. */
  readonly #said: { text: string; channel: string }[] = [];
  #saying: Promise<unknown> = Promise.resolve();
  #answer: StreamedAnswer | undefined;
  readonly #ending = new Set<Promise<void>>();
  #channel: string;

  constructor(options: TalkOptions) {
    this.#options = options;
    this.#channel = options.channel;
    this.#unsubscribe = options.session.subscribe((event) => this.#hear(event));
  }

  /** Where people talk to it: it speaks there next. */
  get channel(): string {
    return this.#channel;
  }

  /** The next words come from there. */
  moveTo(channel: string): void {
    this.#channel = channel;
  }

  /** Comes back once pi has it; what is said while it works is an interjection. */
  say(text: string, channel: string, images: ImageContent[] = []): Promise<void> {
    const said = this.#saying.then(() => this.#say(text, channel, images));
    this.#saying = said.catch(() => {});
    return said;
  }

  async #say(text: string, channel: string, images: ImageContent[]): Promise<void> {
    const { session, failed, trouble } = this.#options;
    const entry = { text, channel };
    this.#said.push(entry);
    if (session.isIdle) this.#channel = channel;
    await new Promise<void>((resolve) => {
      session
        .prompt(text, {
          ...{ expandPromptTemplates: false, streamingBehavior: "steer" },
          ...(images.length > 0 && { images }),
          preflightResult: () => resolve(),
        })
        .catch((error: unknown) => {
          this.#forget(entry);
          failed(channel, error instanceof Error ? error.message : String(error));
        })
        .catch(trouble)
        .finally(resolve);
    });
  }

  #forget(entry: { text: string; channel: string }): void {
    const at = this.#said.indexOf(entry);
    if (at !== -1) this.#said.splice(at, 1);
  }

  /** All that was said is where people see it. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#end();
    await this.settled();
  }

  #hear(event: AgentSessionEvent): void {
    switch (event.type) {
      case "agent_start":
        this.#answer ??= this.#begin();
        return;
      case "message_start":
        if (event.message.role === "user") this.#heard(textOf(event.message.content));
        else if (event.message.role === "assistant") this.#answer?.nextPassage();
        return;
      case "message_update":
        if (event.message.role === "assistant") this.#answer?.passage(textOf(event.message.content));
        return;
      case "message_end":
        if (event.message.role === "assistant") this.#answer?.passage(textOf(event.message.content));
        return;
      case "tool_execution_start":
        if (event.toolName === "ask_user") this.#answer?.waits(true);
        else this.#answer?.doing(toolLine(event.toolName, event.args, this.#options.session.sessionManager.getCwd()));
        return;
      case "tool_execution_end":
        if (event.toolName === "ask_user") this.#answer?.waits(false);
        this.#answer?.doing(undefined);
        return;
      case "agent_end":
        if (!event.willRetry) this.#tellFailure(event.messages);
        return;
      case "agent_settled":
        this.#end();
        return;
      default:
        return;
    }
  }

  /** The model has these words before it now: the answer to them goes where they were said. */
  #heard(text: string): void {
    const at = this.#said.findIndex((entry) => entry.text === text);
    const [entry] = at === -1 ? [] : this.#said.splice(at, 1);
    if (entry === undefined || entry.channel === this.#channel) return;
    this.#end();
    this.#channel = entry.channel;
    this.#answer = this.#begin();
  }

  #begin(): StreamedAnswer {
    const { place, clock, trouble } = this.#options;
    return new StreamedAnswer({
      ...{ place: place(this.#channel), clock, trouble },
      nonce: randomBytes(12).toString("base64url"),
    });
  }

  #end(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer === undefined) return;
    const ended = answer.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #tellFailure(messages: readonly { role: string }[]): void {
    const last = messages.findLast(({ role }) => role === "assistant") as
      | { stopReason?: string; errorMessage?: string }
      | undefined;
    if (last?.stopReason === "error") this.#options.failed(this.#channel, last.errorMessage ?? "it does not say why");
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part: { type?: string; text?: string }) => (part.type === "text" ? [part.text ?? ""] : []))
    .join("");
}
