import type { Clock } from "../../../run/clock.ts";
import { LIMITS } from "../limits.ts";
import { splitText } from "./split-text.ts";
import { TypingSign } from "./typing-sign.ts";
import { withRetries } from "./with-retries.ts";

/**
 * The channel or thread of an answer. It never pings. An error may have a `status` (of HTTP) and `retryAfterMs`; the caller
 * tries again where that may help.
 */
export interface AnswerChannel {
  /** Sent again with the same nonce, it stays one message, and the result is the first one's id. */
  send(text: string, nonce: string): Promise<{ id: string }>;
  edit(id: string, text: string): Promise<void>;
  typing(): Promise<void>;
}

export interface StreamedAnswerOptions {
  channel: AnswerChannel;
  clock: Clock;
  /** At most 20 characters, unique to this answer: Discord drops a repeated message with the same nonce. */
  nonce: string;
  /** From 0 to 1. */
  random?: () => number;
  /** A message could not be sent or edited. */
  trouble?: (error: unknown) => void;
}

/** Between two edits. */
const EVERY_MS = 1_200;

/** An answer that grows by edits, within Discord's rate limit; its last state is always sent. */
export class StreamedAnswer {
  readonly #options: StreamedAnswerOptions;
  readonly #typing: TypingSign;
  readonly #passages: string[] = [""];
  #doing: string | undefined;
  readonly #messages: Message[] = [];
  #last: number;
  #toolCalls = 0;
  #isWaiting = false;
  #isBroken = false;
  readonly #isWhole = new AbortController();
  readonly #ended = new AbortController();
  #news = Promise.withResolvers<void>();
  readonly #delivered: Promise<void>;

  constructor(options: StreamedAnswerOptions) {
    this.#options = options;
    // The first message waits for more than a few words: a phone shows it as the notification.
    this.#last = options.clock.steady();
    this.#typing = new TypingSign(() => options.channel.typing(), options.clock);
    this.#typing.on();
    this.#delivered = this.#deliver();
  }

  /** The current passage so far. A model that retries begins it again. */
  passage(text: string): void {
    this.#passages[this.#passages.length - 1] = text;
    this.#changed();
  }

  /** The passage is complete and is sent without waiting: the next one may go to another channel. */
  endPassage(text: string): void {
    if (text.trim() !== "") this.#isWhole.abort();
    this.passage(text);
  }

  nextPassage(): void {
    if (this.#passages.at(-1)?.trim() !== "") this.#passages.push("");
  }

  /** The activity of the running tool, in a few words. */
  doing(line: string | undefined): void {
    if (line !== undefined) this.#toolCalls += 1;
    this.#doing = line;
    this.#changed();
  }

  /** It waits for a person: hides the typing sign and the line of the current tool. */
  waits(isWaiting: boolean): void {
    if (this.#ended.signal.aborted) return;
    this.#isWaiting = isWaiting;
    if (isWaiting) this.#typing.off();
    else this.#typing.on();
    this.#changed();
  }

  /** No text so far, and no tool call. */
  get isEmpty(): boolean {
    return this.#messages.length === 0 && this.#toolCalls === 0 && this.#passages.every((text) => text.trim() === "");
  }

  /** The answer is complete. Resolves when all of it is sent, or has failed for good. */
  end(): Promise<void> {
    this.#doing = undefined;
    this.#typing.off();
    this.#ended.abort();
    this.#changed();
    return this.#delivered;
  }

  #changed(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** One call at a time, each with the newest text. */
  async #deliver(): Promise<void> {
    while (!this.#isBroken) {
      const news = this.#news.promise;
      const texts = this.#texts();
      const at = texts.findIndex((text, index) => this.#messages[index]?.text !== text);
      if (at === -1) {
        if (this.#ended.signal.aborted) return;
        await news;
        continue;
      }
      if (await this.#mayNow(at)) await this.#put(at, texts[at] ?? "");
    }
  }

  /** A further message is sent at once; edits wait for their interval. */
  async #mayNow(at: number): Promise<boolean> {
    const { clock } = this.#options;
    const isFirst = this.#messages.length === 0;
    const wait = this.#last + EVERY_MS - clock.steady();
    if (wait <= 0 || (at === this.#messages.length && !isFirst)) return true;
    const early = AbortSignal.any([this.#ended.signal, this.#isWhole.signal]);
    if (isFirst && early.aborted) return true;
    await clock.sleep(wait, isFirst ? early : undefined);
    return false;
  }

  async #put(at: number, text: string): Promise<void> {
    const { channel, nonce, trouble } = this.#options;
    const message = this.#messages[at];
    try {
      if (message === undefined) {
        const { id } = await this.#retried(() => channel.send(text, `${nonce}.${at}`));
        this.#messages.push({ id, text });
      } else {
        // Recorded before the call: a permanent failure is not repeated.
        message.text = text;
        const { id } = message;
        if (id !== undefined) await this.#retried(() => channel.edit(id, text));
      }
    } catch (error) {
      // A message was deleted: the rest of the answer is still sent, where it can be.
      if (message) message.id = undefined;
      else {
        this.#isBroken = true;
        this.#typing.off();
      }
      trouble?.(error);
    }
    this.#last = this.#options.clock.steady();
  }

  #retried<T>(call: () => Promise<T>): Promise<T> {
    const { clock, random = Math.random } = this.#options;
    return withRetries(call, { clock, random });
  }

  /** The texts that all messages should have now. A message that was sent stays, even if its text moved. */
  #texts(): string[] {
    const texts = splitText(this.#passages.filter((passage) => passage.trim() !== "").join("\n\n"));
    const small = this.#smallLine(texts.length === 0);
    const last = texts.at(-1) ?? "";
    if (small !== "" && texts.length === 0) texts.push(small);
    else if (small !== "" && last.length + 1 + small.length <= LIMITS.content) {
      texts[texts.length - 1] = `${last}\n${small}`;
    }
    while (texts.length < this.#messages.length) texts.push(TAKEN_BACK);
    return texts;
  }

  #smallLine(isSilent: boolean): string {
    const isUnseen = isSilent && this.#messages.length === 0;
    if (this.#isWaiting && !this.#ended.signal.aborted) return isUnseen ? "" : "-# waiting for an answer";
    if (this.#doing !== undefined) return `-# ${oneLine(this.#doing)}`;
    if (!isSilent || isUnseen) return "";
    return this.#ended.signal.aborted ? `-# ${calls(this.#toolCalls)}, no text` : (this.#messages[0]?.text ?? "");
  }
}

interface Message {
  /** Undefined: the message was deleted. */
  id: string | undefined;
  text: string;
}

const TAKEN_BACK = "-# (removed)";

function calls(count: number): string {
  return count === 1 ? "1 tool call" : `${count} tool calls`;
}

function oneLine(line: string): string {
  const flat = line.replace(/\s+/g, " ").trim();
  return flat.length <= 200 ? flat : `${flat.slice(0, 199).toWellFormed()}…`;
}
