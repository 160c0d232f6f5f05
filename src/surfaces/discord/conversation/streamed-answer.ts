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
  /** At most 20 characters, of this answer alone: what is sent twice by mistake is known by it. */
  nonce: string;
  /** From 0 to 1. */
  random?: () => number;
  /** A message could not be sent, or not be brought up to date. */
  trouble?: (error: unknown) => void;
}

/** Between two changes that people see grow. */
const EVERY_MS = 1_200;

/** An answer that grows: its words are edited into place, never faster than Discord likes, and the last of them always. */
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
    // The first words are worth a message when there are some more of them: it is what a phone shows.
    this.#last = options.clock.now();
    this.#typing = new TypingSign(() => options.channel.typing(), options.clock);
    this.#typing.on();
    this.#delivered = this.#deliver();
  }

  /** The passage that is being said, as far as it is known: a model that tries again begins it again. */
  passage(text: string): void {
    this.#passages[this.#passages.length - 1] = text;
    this.#changed();
  }

  /** The passage is whole. What comes after it may be said elsewhere, so that it is not waited for. */
  endPassage(text: string): void {
    if (text.trim() !== "") this.#isWhole.abort();
    this.passage(text);
  }

  /** What comes now is another passage. */
  nextPassage(): void {
    if (this.#passages.at(-1)?.trim() !== "") this.#passages.push("");
  }

  /** What a tool is about, in a few words, as long as it works. */
  doing(line: string | undefined): void {
    if (line !== undefined) this.#toolCalls += 1;
    this.#doing = line;
    this.#changed();
  }

  /** It waits for a person: the typing sign goes, and so does the line of the current tool. */
  waits(isWaiting: boolean): void {
    if (this.#ended.signal.aborted) return;
    this.#isWaiting = isWaiting;
    if (isWaiting) this.#typing.off();
    else this.#typing.on();
    this.#changed();
  }

  /** Nothing was said so far, and nothing done. */
  get isEmpty(): boolean {
    return this.#messages.length === 0 && this.#toolCalls === 0 && this.#passages.every((text) => text.trim() === "");
  }

  /** Nothing more is said. Comes back once all of it is there, or nothing more can be done about it. */
  end(): Promise<void> {
    this.#doing = undefined;
    this.#typing.off();
    this.#ended.abort();
    this.#changed();
    return this.#delivered;
  }

  /** The messages that it became. */
  get messages(): readonly string[] {
    return this.#messages.flatMap(({ id }) => (id === undefined ? [] : [id]));
  }

  #changed(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** One call after the other, each with what is newest by then. */
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

  /** A further message goes out at once; what people already see changes at its pace. */
  async #mayNow(at: number): Promise<boolean> {
    const { clock } = this.#options;
    const isFirst = this.#messages.length === 0;
    const wait = this.#last + EVERY_MS - clock.now();
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
        const { id } = await this.#patiently(() => channel.send(text, `${nonce}.${at}`));
        this.#messages.push({ id, text });
      } else {
        // Noted before it is tried: what fails for good is not tried again and again.
        message.text = text;
        const { id } = message;
        if (id !== undefined) await this.#patiently(() => channel.edit(id, text));
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
    this.#last = this.#options.clock.now();
  }

  #patiently<T>(call: () => Promise<T>): Promise<T> {
    const { clock, random = Math.random } = this.#options;
    return withRetries(call, { clock, random });
  }

  /** All messages as they should be now. One that is there already stays, with whatever is left to say in it. */
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
    return this.#ended.signal.aborted ? `-# ${calls(this.#toolCalls)}, nothing said` : (this.#messages[0]?.text ?? "");
  }
}

interface Message {
  /** None: it is gone. */
  id: string | undefined;
  text: string;
}

const TAKEN_BACK = "-# (taken back)";

function calls(count: number): string {
  return count === 1 ? "1 tool call" : `${count} tool calls`;
}

function oneLine(line: string): string {
  const flat = line.replace(/\s+/g, " ").trim();
  return flat.length <= 200 ? flat : `${flat.slice(0, 199).toWellFormed()}…`;
}
