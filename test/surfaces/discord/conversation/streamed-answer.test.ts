import { describe, expect, it } from "vitest";
import type { AnswerChannel } from "../../../../src/surfaces/discord/conversation/streamed-answer.ts";
import { StreamedAnswer } from "../../../../src/surfaces/discord/conversation/streamed-answer.ts";
import { FakeClock } from "../../../../testing/fake-clock.ts";

class Failure extends Error {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  constructor(status: number, retryAfterMs?: number) {
    super(`status ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A channel that keeps what a person would see, knows nonces as Discord does, and fails on request. */
class Channel implements AnswerChannel {
  readonly clock: FakeClock;
  readonly messages = new Map<string, string>();
  readonly calls: { call: "send" | "edit"; text: string; at: number }[] = [];
  typed = 0;
  /** Before or after it took effect. */
  failures: { error: Error; after?: boolean }[] = [];
  most = 0;
  hold: Promise<void> | undefined;
  #inFlight = 0;
  readonly #nonces = new Map<string, string>();

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  get texts(): string[] {
    return [...this.messages.values()];
  }

  send(text: string, nonce: string): Promise<{ id: string }> {
    return this.#call("send", text, () => {
      const id = this.#nonces.get(nonce) ?? `m${this.messages.size + 1}`;
      if (!this.#nonces.has(nonce)) this.messages.set(id, text);
      this.#nonces.set(nonce, id);
      return { id };
    });
  }

  edit(id: string, text: string): Promise<void> {
    return this.#call("edit", text, () => {
      this.messages.set(id, text);
    });
  }

  async typing(): Promise<void> {
    this.typed += 1;
  }

  async #call<T>(call: "send" | "edit", text: string, effect: () => T): Promise<T> {
    this.calls.push({ call, text, at: this.clock.now() });
    this.most = Math.max(this.most, ++this.#inFlight);
    const failure = this.failures.shift();
    try {
      await this.hold;
      if (failure && !failure.after) throw failure.error;
      const result = effect();
      if (failure) throw failure.error;
      return result;
    } finally {
      this.#inFlight -= 1;
    }
  }
}

function begin() {
  const clock = new FakeClock(0);
  const channel = new Channel(clock);
  const troubles: unknown[] = [];
  const answer = new StreamedAnswer({
    channel,
    clock,
    nonce: "n",
    random: () => 1,
    trouble: (error) => troubles.push(error),
  });
  /** Time passes until the answer has ended. */
  const end = async () => {
    let isOver = false;
    const over = answer.end().then(() => {
      isOver = true;
    });
    while (!isOver) {
      await settle();
      if (!isOver) clock.advance(100);
    }
    await over;
  };
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 100) {
      clock.advance(Math.min(100, left));
      await settle();
    }
  };
  return { clock, channel, answer, end, pass, troubles };
}

/** Everything that waits for nothing but its turn has had it. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("an answer that grows", () => {
  it("is edited into place, at most every 1.2 seconds, one call at a time, and ends as it should", async () => {
    const { channel, answer, end, pass } = begin();
    let text = "";
    for (let word = 1; word <= 100; word++) {
      text += `word${word} `;
      answer.passage(text);
      await pass(100);
    }
    await end();
    expect(channel.texts).toEqual([text.trimEnd()]);
    expect(channel.most).toBe(1);
    const times = channel.calls.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(5);
    expect(times.length).toBeLessThanOrEqual(10);
    for (const [index, at] of times.entries()) {
      if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(1_200);
    }
  });

  it("is one message at once if it was short", async () => {
    const { channel, clock, answer } = begin();
    answer.passage("Yes.");
    await answer.end();
    expect(clock.now()).toBe(0);
    expect(channel.calls).toEqual([{ call: "send", text: "Yes.", at: 0 }]);
  });

  it("goes on in further messages, and says nothing if there is nothing to say", async () => {
    const { channel, answer, end } = begin();
    const long = Array.from({ length: 40 }, (_, index) => `${index} ${"x".repeat(120)}`).join("\n\n");
    answer.passage(long);
    await end();
    expect(channel.texts.length).toBe(3);
    expect(channel.texts.join("\n\n")).toBe(long);
    const silent = begin();
    await silent.end();
    expect(silent.channel.calls).toEqual([]);
  });

  it("shows what a tool does as a small line, and takes it away again", async () => {
    const { channel, answer, end, pass } = begin();
    answer.passage("I look.");
    answer.doing("reading `src/x.ts`");
    await pass(1_200);
    expect(channel.texts).toEqual(["I look.\n-# reading `src/x.ts`"]);
    answer.doing(undefined);
    answer.nextPassage();
    answer.passage("It is there.");
    await end();
    expect(channel.texts).toEqual(["I look.\n\nIt is there."]);
  });

  it("says how much was done where nothing was said", async () => {
    const { channel, answer, end, pass } = begin();
    answer.doing("reading `a`");
    await pass(1_200);
    answer.doing(undefined);
    answer.doing("reading `b`");
    await end();
    expect(channel.texts).toEqual(["-# 2 tool calls, no text"]);
  });

  it("never lets the small line break the limit", async () => {
    const { channel, answer, pass, end } = begin();
    answer.passage("x".repeat(1_995));
    answer.doing("y".repeat(300));
    await pass(1_300);
    await end();
    for (const { text } of channel.calls) expect(text.length).toBeLessThanOrEqual(2_000);
    expect(channel.texts).toEqual(["x".repeat(1_995)]);
  });

  it("begins a passage again when the model does, and removes the rest of the old one", async () => {
    const { channel, answer, pass, end } = begin();
    answer.passage("a".repeat(3_000));
    await pass(1_300);
    expect(channel.texts).toHaveLength(2);
    answer.passage("Short.");
    await end();
    expect(channel.texts).toEqual(["Short.", "-# (removed)"]);
  });
});

describe("an answer through a bad connection", () => {
  it("is sent once, though its first sending took effect without an answer", async () => {
    const { channel, answer, end, pass } = begin();
    channel.failures = [{ error: new Failure(502), after: true }, { error: new Failure(503) }];
    answer.passage("One");
    await pass(1_200);
    answer.passage("One and two");
    await end();
    expect(channel.texts).toEqual(["One and two"]);
    expect(channel.calls.filter(({ call }) => call === "send").map(({ text }) => text)).toEqual(["One", "One", "One"]);
  });

  it("waits as long as it is told to, and says the newest then", async () => {
    const { channel, answer, end, pass } = begin();
    answer.passage("One");
    await pass(1_200);
    channel.failures = [{ error: new Failure(429, 5_000) }];
    answer.passage("Two");
    await pass(1_200);
    answer.passage("Three");
    await end();
    expect(channel.texts).toEqual(["Three"]);
    const [, first, second] = channel.calls;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(5_000);
  });

  it("continues without a message that a person deleted", async () => {
    const { channel, answer, end, pass, troubles } = begin();
    answer.passage("One");
    await pass(1_200);
    channel.failures = [{ error: new Failure(404) }];
    answer.passage("a".repeat(3_000));
    await end();
    expect(channel.texts).toHaveLength(2);
    expect(troubles).toHaveLength(1);
  });

  it("ends, and says so, where nothing can be sent", async () => {
    const { channel, answer, end, troubles } = begin();
    channel.failures = [{ error: new Failure(403) }];
    answer.passage("One");
    await end();
    expect(channel.texts).toEqual([]);
    expect(troubles).toMatchObject([{ status: 403 }]);
  });

  it("has the last word land that came while a call was under way", async () => {
    const { channel, answer, end, pass } = begin();
    const held = Promise.withResolvers<void>();
    channel.hold = held.promise;
    answer.passage("One");
    await pass(1_200);
    answer.passage("One two");
    const over = end();
    answer.passage("One two three");
    held.resolve();
    await over;
    expect(channel.texts).toEqual(["One two three"]);
  });
});

describe("the typing sign", () => {
  it("is there while it works, every eight seconds, and not while it waits for a person or has ended", async () => {
    const { channel, answer, end, pass } = begin();
    await settle();
    expect(channel.typed).toBe(1);
    await pass(16_000);
    expect(channel.typed).toBe(3);
    answer.waits(true);
    await pass(60_000);
    expect(channel.typed).toBe(3);
    answer.waits(false);
    await settle();
    expect(channel.typed).toBe(4);
    await end();
    answer.waits(false);
    await pass(60_000);
    expect(channel.typed).toBe(4);
  });
});
