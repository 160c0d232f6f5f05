import type { Message } from "discord.js";

/**
 * What is said to one agent, in its channel and the threads of it, is heard in the order in which it was said. While the connection is away it waits: what
 * was said meanwhile has to be looked for first, or it would seem older than what was heard, and be passed over.
 */
export class Hearing {
  readonly #hear: (message: Message) => Promise<void>;
  readonly #queues = new Map<string, Promise<void>>();
  #waiting: Message[] = [];
  /** Which interruption it is; nothing is held if it is over. */
  #turn = 0;
  #isHeld = false;

  readonly #queueOf: (message: Message) => string;

  constructor(hear: (message: Message) => Promise<void>, queueOf: (message: Message) => string) {
    this.#hear = hear;
    this.#queueOf = queueOf;
  }

  /** From now on everything waits. What is answered ends it. */
  hold(): number {
    this.#isHeld = true;
    this.#turn += 1;
    return this.#turn;
  }

  /** The interruption that is going on now. */
  get turn(): number {
    return this.#turn;
  }

  /** That interruption is over, and this was missed. If there was another one since, it waits on. */
  release(turn: number, missed: readonly Message[] = []): void {
    this.#waiting.push(...missed);
    if (turn !== this.#turn) return;
    this.#isHeld = false;
    const all = this.#waiting.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    this.#waiting = [];
    for (const message of all) this.#queue(message);
  }

  say(message: Message): void {
    if (this.#isHeld) this.#waiting.push(message);
    else this.#queue(message);
  }

  /** When all that was said is heard. */
  async settled(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
  }

  #queue(message: Message): void {
    const name = this.#queueOf(message);
    const before = this.#queues.get(name) ?? Promise.resolve();
    const heard: Promise<void> = before
      .then(() => this.#hear(message))
      .then(() => {
        if (this.#queues.get(name) === heard) this.#queues.delete(name);
      });
    this.#queues.set(name, heard);
  }
}
