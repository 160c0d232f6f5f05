import { randomBytes } from "node:crypto";
import type { LiveEvent } from "../api/live.ts";

const MOST = 1_000;

export interface NumberedEvent {
  /** For `Last-Event-ID`. */
  id: string;
  event: LiveEvent;
}

/** The last events of this server, so that a browser that was away for a moment misses none. */
export class LiveEvents {
  /** Of this start of the server: the numbers of another one mean other events. */
  readonly #epoch = randomBytes(4).toString("hex");
  readonly #events: NumberedEvent[] = [];
  #next = 1;

  add(event: LiveEvent): NumberedEvent {
    const numbered = { id: `${this.#epoch}-${this.#next++}`, event };
    this.#events.push(numbered);
    if (this.#events.length > MOST) this.#events.shift();
    return numbered;
  }

  /** The number of the newest event. */
  get last(): string {
    return `${this.#epoch}-${this.#next - 1}`;
  }

  /** Those after an event; undefined if some of them are no longer known. */
  since(id: string): NumberedEvent[] | undefined {
    const [, epoch, digits] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(id) ?? [];
    const number = Number(digits);
    if (epoch !== this.#epoch || number >= this.#next) return undefined;
    const oldest = this.#next - this.#events.length;
    return number + 1 < oldest ? undefined : this.#events.slice(number + 1 - oldest);
  }
}
