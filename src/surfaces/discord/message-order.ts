import type { Message } from "discord.js";

/** Discord does not repeat a message after this many others. */
const MOST_KNOWN = 5_000;

/**
 * Delivers messages to one agent, of its channel and threads, in order, and each once even if Discord repeats
 * it. While the connection is down they wait: the missed messages are fetched first, and all are delivered together.
 */
export class MessageOrder {
  readonly #process: (messages: readonly Message[]) => Promise<void>;
  readonly #queueOf: (message: Message) => string;
  readonly #queues = new Map<string, Promise<void>>();
  readonly #known = new Set<string>();
  #waiting: Message[] = [];
  /** The number of the last interruption. */
  #interruption = 0;
  #isHeld = false;

  constructor(process: (messages: readonly Message[]) => Promise<void>, queueOf: (message: Message) => string) {
    this.#process = process;
    this.#queueOf = queueOf;
  }

  /** All messages wait from now on, until `release` gets the returned number. */
  hold(): number {
    this.#isHeld = true;
    this.#interruption += 1;
    return this.#interruption;
  }

  /** The current interruption. */
  get interruption(): number {
    return this.#interruption;
  }

  /** Ends an interruption; `missed` were sent during it. If another one began since, messages keep waiting. */
  release(interruption: number, missed: readonly Message[] = []): void {
    this.#wait(missed);
    if (interruption !== this.#interruption) return;
    this.#isHeld = false;
    const all = this.#waiting.sort(byId);
    this.#waiting = [];
    for (const [queue, messages] of Map.groupBy(all, this.#queueOf)) this.#queue(queue, messages);
  }

  add(message: Message): void {
    if (this.#isHeld) this.#wait([message]);
    else if (this.#isNew(message)) this.#queue(this.#queueOf(message), [message]);
  }

  /** Resolves when all messages are processed. */
  async settled(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
  }

  #wait(messages: readonly Message[]): void {
    this.#waiting.push(...messages.filter((message) => this.#isNew(message)));
  }

  #isNew({ id }: Message): boolean {
    if (this.#known.has(id)) return false;
    this.#known.add(id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return true;
  }

  #queue(name: string, messages: readonly Message[]): void {
    const before = this.#queues.get(name) ?? Promise.resolve();
    const heard: Promise<void> = before
      .then(() => this.#process(messages))
      .then(() => {
        if (this.#queues.get(name) === heard) this.#queues.delete(name);
      });
    this.#queues.set(name, heard);
  }
}

/** The order in which Discord got them. */
export function byId(a: Message, b: Message): number {
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
}
