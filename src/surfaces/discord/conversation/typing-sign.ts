import type { Clock } from "../../../run/clock.ts";

/** Discord shows it for ten seconds, or until the next message. */
const EVERY_MS = 8_000;

/** Shows that the bot is typing, until it is switched off. */
export class TypingSign {
  readonly #send: () => Promise<void>;
  readonly #clock: Clock;
  #off: AbortController | undefined;

  constructor(send: () => Promise<void>, clock: Clock) {
    this.#send = send;
    this.#clock = clock;
  }

  on(): void {
    if (this.#off) return;
    this.#off = new AbortController();
    void this.#show(this.#off.signal);
  }

  off(): void {
    this.#off?.abort();
    this.#off = undefined;
  }

  async #show(off: AbortSignal): Promise<void> {
    while (!off.aborted) {
      // It is a courtesy: errors are ignored.
      await this.#send().catch(() => {});
      await this.#clock.sleep(EVERY_MS, off);
    }
  }
}
