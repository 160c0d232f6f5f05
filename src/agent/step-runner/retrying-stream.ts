import type { StreamFn } from "@earendil-works/pi-agent-core";
import type { AssistantMessage, AssistantMessageEvent } from "@earendil-works/pi-ai";
import { defined } from "../../plan/defined.ts";
import { delayOf, type Failure, IDLE, transienceOf } from "../../run/backoff.ts";
import type { Clock } from "../../run/clock.ts";
import { ResponseTap } from "./response-tap.ts";

export interface RetryPolicy {
  clock: Clock;
  random(): number;
  /** The total number of attempts. */
  attempts: number;
  /** Milliseconds without a byte after which a provider counts as hung. */
  idle: number;
  /** Milliseconds left for waiting. */
  left(): number;
  /** Before a wait: its reason, its end, and the number of the failed attempt. */
  waits(reason: string, until: number, attempt: number): void;
  /** No attempt or no time is left, although the provider may answer later. */
  gaveUp(reason: string): void;
  /** The model's text as it arrives. The text of a failed attempt arrives again. */
  heard(text: string): void;
  /** After each attempt, also a failed one: it may have cost something. */
  answered(message: AssistantMessage): void;
}

type Asked = Parameters<StreamFn>;
type Stream = Awaited<ReturnType<StreamFn>>;

/**
 * Asks a provider until it answers. Failed attempts never enter the conversation: pi only gets the complete answer,
 * or the failure that waiting cannot fix.
 */
export function retryingStream(ask: StreamFn, patience: RetryPolicy): StreamFn {
  return (...asked) => streamOf(answer(ask, asked, patience));
}

/** An answer in pi's form, without deltas, which are not displayed. */
export function streamOf(answer: Promise<AssistantMessage>): Stream {
  const stream = {
    result: () => answer,
    async *[Symbol.asyncIterator](): AsyncGenerator<AssistantMessageEvent> {
      const message = await answer;
      const { stopReason } = message;
      if (stopReason === "error" || stopReason === "aborted")
        yield { type: "error", reason: stopReason, error: message };
      else yield { type: "done", reason: stopReason as "stop", message };
    },
  };
  // pi's own class has private members that no caller uses.
  return stream as unknown as Stream;
}

/** A message without content. */
export function silence(
  [model]: Asked,
  stopReason: "error" | "aborted",
  errorMessage: string,
  timestamp: number,
): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  const { api, provider, id } = model;
  return { role: "assistant", content: [], api, provider, model: id, usage, stopReason, errorMessage, timestamp };
}

async function answer(ask: StreamFn, asked: Asked, patience: RetryPolicy): Promise<AssistantMessage> {
  const { clock, attempts, random } = patience;
  const [model, , options] = asked;
  const isOver = () => options?.signal?.aborted === true;
  const stopped = () => silence(asked, "aborted", "It was stopped.", clock.now());
  for (let attempt = 1; ; attempt++) {
    if (isOver()) return stopped();
    const { message, failure, retryAfterMs } = await askOnce(ask, asked, patience);
    patience.answered(message);
    // An answer that came too late starts nothing.
    if (isOver()) return stopped();
    if (failure === undefined) return message;
    const why = transienceOf(failure);
    if (why === undefined) return message;
    const given = (errorMessage: string) => {
      patience.gaveUp(`${model.provider}/${model.id} ${WORDS[why]}: ${errorMessage}`);
      return { ...message, errorMessage };
    };
    if (attempt >= attempts) return given(`${failure.message} (tried ${attempt} times)`);
    const delay = delayOf(attempt, { random, ...defined({ retryAfterMs }) });
    if (delay > patience.left()) {
      const wait = `It could be asked again in ${Math.ceil(delay / 1000)} seconds, which is more time than is left.`;
      return given(`${failure.message}. ${wait}`);
    }
    const which = `attempt ${attempt + 1} of ${attempts}`;
    patience.waits(`${model.provider}/${model.id} ${WORDS[why]}; ${which} follows`, clock.now() + delay, attempt);
    await clock.sleep(delay, options?.signal);
  }
}

const WORDS = {
  rate_limited: "asks to slow down",
  overloaded: "is overloaded",
  disconnected: "cannot be reached",
  idle: "has fallen silent",
} as const;

interface Answered {
  message: AssistantMessage;
  failure?: Failure;
  retryAfterMs?: number | undefined;
}

async function askOnce(ask: StreamFn, asked: Asked, { clock, idle, heard }: RetryPolicy): Promise<Answered> {
  const [model, context, options] = asked;
  const giveUp = new AbortController();
  const signal = AbortSignal.any([giveUp.signal, ...(options?.signal ? [options.signal] : [])]);
  let last = clock.steady();
  const touch = () => {
    last = clock.steady();
  };
  const tap = new ResponseTap(() => clock.now(), touch);
  const failed = (message: AssistantMessage): Answered => ({
    message,
    failure: { message: message.errorMessage ?? "", ...defined({ status: tap.status }) },
    retryAfterMs: tap.retryAfterMs,
  });
  const silent = () => silence(asked, "error", `${IDLE} for ${Math.round(idle / 1000)} seconds`, clock.now());
  const hung = untilIdle(clock, idle, () => last, signal);
  const listen = async (): Promise<Answered> => {
    const tapped = tap.on(model.api, options?.fetch);
    const stream = await ask(model, context, { ...options, ...tapped, signal, maxRetries: 0 });
    for await (const event of stream) {
      touch();
      if (event.type === "text_delta") heard(event.delta);
      if (event.type === "text_end") heard("\n");
      if (event.type === "done")
        return event.message.stopReason === "error" ? failed(event.message) : { message: event.message };
      if (event.type === "error") return failed(event.error);
    }
    return failed(silence(asked, "error", "The stream ended without an answer", clock.now()));
  };
  try {
    // Does not wait for a provider that ignores the signal.
    return await Promise.race([
      listen(),
      hung.then((isHung): Answered => {
        return isHung ? failed(silent()) : { message: silence(asked, "aborted", "It was stopped.", clock.now()) };
      }),
    ]);
  } catch (error) {
    return failed(silence(asked, "error", error instanceof Error ? error.message : String(error), clock.now()));
  } finally {
    giveUp.abort();
  }
}

/** `true` after so long without a byte, `false` when it no longer matters. */
async function untilIdle(clock: Clock, idle: number, last: () => number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const left = last() + idle - clock.steady();
    if (left <= 0) return true;
    await clock.sleep(left, signal);
  }
  return false;
}
