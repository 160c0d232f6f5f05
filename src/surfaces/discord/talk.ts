import { randomBytes } from "node:crypto";
import type { ImageContent } from "@earendil-works/pi-ai";
import type { AgentSession, AgentSessionEvent } from "@earendil-works/pi-coding-agent";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { RequestId } from "../../lifecycle/request.ts";
import type { Clock } from "../../run/clock.ts";
import { type AnswerChannel, StreamedAnswer } from "./conversation/streamed-answer.ts";
import { toolLine } from "./conversation/tool-line.ts";
import { isText, textOf } from "./message-outcome.ts";

export interface TalkOptions {
  session: AgentSession;
  plan: PlanSession;
  clock: Clock;
  answerChannel(channel: string): AnswerChannel;
  /** For answers before the first message. */
  channel: string;
  /** People write to it in another channel now. */
  moved(channel: string): void;
  trouble(error: unknown): void;
  /** The model gave no answer. */
  failed(channel: string, why: string): void;
  /** pi is about to get this prompt. */
  giving(said: Said): void;
  /** These messages are answered, or the channel knows why not. */
  dealtWith(ids: readonly string[]): void;
}

/** A prompt for the agent, and the channel of its messages. */
export interface Said {
  text: string;
  channel: string;
  /** The ids of its messages in the inbox. */
  ids: readonly string[];
  images?: ImageContent[];
}

/** Sends prompts to the session one at a time, and streams each answer to the channel of its prompt. */
export class Talk {
  readonly #options: TalkOptions;
  readonly #unsubscribe: (() => void)[];
  /** Messages that the model has not got yet. */
  readonly #said: Said[] = [];
  /** Messages that the model is answering. */
  readonly #answering: string[] = [];
  #saying: Promise<unknown> = Promise.resolve();
  #answer: StreamedAnswer | undefined;
  readonly #ending = new Set<Promise<void>>();
  #channel: string;
  /** Another message came below the answer: the next passage goes below that. */
  #isCovered = false;
  /** Its open requests. */
  readonly #asked = new Set<RequestId>();

  constructor(options: TalkOptions) {
    this.#options = options;
    this.#channel = options.channel;
    this.#unsubscribe = [
      options.session.subscribe((event) => this.#hear(event)),
      options.plan.listen((news) => this.#happened(news)),
    ];
  }

  /** The channel of the last prompt, and of the next answer. */
  get channel(): string {
    return this.#channel;
  }

  get isIdle(): boolean {
    return this.#options.session.isIdle;
  }

  /** The next answer goes there, unless one is in progress. */
  turnTo(channel: string): void {
    if (this.isIdle) this.moveTo(channel);
  }

  /** Another message was sent there. */
  covered(channel: string): void {
    if (channel === this.#channel) this.#isCovered = true;
  }

  moveTo(channel: string): void {
    if (channel === this.#channel) return;
    this.#channel = channel;
    this.#options.moved(channel);
  }

  /** Resolves when pi has the prompt. A prompt during a turn steers that turn. */
  say(said: Said): Promise<void> {
    const saying = this.#saying.then(() => this.#say(said));
    this.#saying = saying.catch(() => {});
    return saying;
  }

  async #say(said: Said): Promise<void> {
    const { session, failed, trouble, giving, dealtWith } = this.#options;
    const { text, channel, images = [], ids } = said;
    giving(said);
    this.#said.push(said);
    this.turnTo(channel);
    await new Promise<void>((resolve) => {
      session
        .prompt(text, {
          expandPromptTemplates: false,
          streamingBehavior: this.#mustWait(channel) ? "followUp" : "steer",
          ...(images.length > 0 && { images }),
          preflightResult: () => resolve(),
        })
        .catch((error: unknown) => {
          this.#forget(said);
          failed(channel, error instanceof Error ? error.message : String(error));
          dealtWith(ids);
        })
        .catch(trouble)
        .finally(resolve);
    });
  }

  /** A message of another channel has no answer yet: both would be answered in one channel. */
  #mustWait(channel: string): boolean {
    return channel !== this.#channel && this.#answer?.isEmpty !== false;
  }

  #forget(said: Said): void {
    const at = this.#said.indexOf(said);
    if (at !== -1) this.#said.splice(at, 1);
  }

  /** Resolves when all answers are sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending);
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
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
        else if (event.message.role === "assistant") this.#nextPassage();
        return;
      case "message_update":
        if (event.message.role === "assistant") this.#answer?.passage(textOf(event.message.content));
        return;
      case "message_end":
        if (event.message.role === "assistant") this.#answer?.endPassage(textOf(event.message.content));
        return;
      case "tool_execution_start":
        if (event.toolName !== "ask_user")
          this.#answer?.doing(toolLine(event.toolName, event.args, this.#options.session.sessionManager.getCwd()));
        return;
      case "tool_execution_end":
        this.#answer?.doing(undefined);
        return;
      case "agent_end":
        if (!event.willRetry) this.#tellFailure(event.messages);
        return;
      case "agent_settled":
        this.#end();
        this.#settle();
        return;
      default:
        return;
    }
  }

  /** The model reads this prompt now: its answer goes to the channel of the prompt. */
  #heard(text: string): void {
    const at = this.#said.findIndex((entry) => isText(entry.text, text));
    const [entry] = at === -1 ? [] : this.#said.splice(at, 1);
    if (entry === undefined) return;
    this.#answering.push(...entry.ids);
    this.covered(entry.channel);
    if (entry.channel === this.#channel) return;
    this.#end();
    this.moveTo(entry.channel);
    this.#answer = this.#begin();
  }

  /** No text is added above newer messages. */
  #nextPassage(): void {
    if (this.#isCovered && this.#answer?.isEmpty === false) {
      this.#end();
      this.#answer = this.#begin();
    }
    this.#isCovered = false;
    this.#answer?.nextPassage();
  }

  /** While a request is open the typing sign is off. */
  #happened(news: PlanNews): void {
    if (news.type !== "recorded" || news.event.journal !== this.#options.plan.agent.id) return;
    const { data } = news.event;
    if (data.type === "request_opened") {
      this.#asked.add(data.request.id);
      this.covered(this.#channel);
    } else if (data.type === "request_answered" || data.type === "request_closed") this.#asked.delete(data.request_id);
    else return;
    this.#answer?.waits(this.#asked.size > 0);
  }

  #begin(): StreamedAnswer {
    const { answerChannel, clock, trouble } = this.#options;
    this.#isCovered = false;
    return new StreamedAnswer({
      channel: answerChannel(this.#channel),
      clock,
      trouble,
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

  /** A message is done when its answer is in the channel: after a crash the next process handles the others. */
  #settle(): void {
    const ids = this.#answering.splice(0);
    if (ids.length === 0) return;
    const { dealtWith, trouble } = this.#options;
    const settled: Promise<void> = Promise.all(this.#ending)
      .then(() => dealtWith(ids))
      .catch(trouble)
      .finally(() => this.#ending.delete(settled));
    this.#ending.add(settled);
  }

  #tellFailure(messages: readonly { role: string }[]): void {
    const last = messages.findLast(({ role }) => role === "assistant") as
      | { stopReason?: string; errorMessage?: string }
      | undefined;
    if (last?.stopReason === "error") this.#options.failed(this.#channel, last.errorMessage ?? "it does not say why");
  }
}
