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
  /** Where it speaks before the first message. */
  channel: string;
  /** People talk to it somewhere else now. */
  moved(channel: string): void;
  trouble(error: unknown): void;
  /** The model gave no answer. */
  failed(channel: string, why: string): void;
  /** pi is about to be given these words. */
  giving(said: Said): void;
  /** They are answered, or it was told why not. */
  dealtWith(ids: readonly string[]): void;
}

/** Words for the agent, and where they were said. */
export interface Said {
  text: string;
  channel: string;
  /** What they are known by in the inbox. */
  ids: readonly string[];
  images?: ImageContent[];
}

/** What is said to an agent and by it: words go in one after the other, answers come out where the words came from. */
export class Talk {
  readonly #options: TalkOptions;
  readonly #unsubscribe: (() => void)[];
  /** Messages that the model has not got yet. */
  readonly #said: Said[] = [];
  /** What the model has before it and is not done with. */
  readonly #answering: string[] = [];
  #saying: Promise<unknown> = Promise.resolve();
  #answer: StreamedAnswer | undefined;
  readonly #ending = new Set<Promise<void>>();
  #channel: string;
  /** Something else was said below the answer: what comes next is said below that. */
  #isCovered = false;
  /** What it waits for a person to answer. */
  readonly #asked = new Set<RequestId>();

  constructor(options: TalkOptions) {
    this.#options = options;
    this.#channel = options.channel;
    this.#unsubscribe = [
      options.session.subscribe((event) => this.#hear(event)),
      options.plan.listen((news) => this.#happened(news)),
    ];
  }

  /** Where people talk to it: it speaks there next. */
  get channel(): string {
    return this.#channel;
  }

  get isIdle(): boolean {
    return this.#options.session.isIdle;
  }

  /** Its next words belong there, unless it is in the middle of something. */
  turnTo(channel: string): void {
    if (this.isIdle) this.moveTo(channel);
  }

  /** Something else was said there. */
  covered(channel: string): void {
    if (channel === this.#channel) this.#isCovered = true;
  }

  moveTo(channel: string): void {
    if (channel === this.#channel) return;
    this.#channel = channel;
    this.#options.moved(channel);
  }

  /** Comes back once pi has it; what is said while it works is an interjection. */
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

  /** All that was said is where people see it. */
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

  /** The model has these words before it now: the answer to them goes where they were said. */
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

  /** People read downwards: nothing is added above newer messages. */
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

  /** A message is dealt with when its answer is in the channel: after a crash the next process looks for the others. */
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
