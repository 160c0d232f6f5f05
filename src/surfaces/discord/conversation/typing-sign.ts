import type { Clock } from "../../../run/clock.ts";
import type { Place } from "./place.ts";

/** Discord shows it for ten seconds, or until the next message. */
const EVERY_MS = 8_000;

/** Shows that the bot is typing, until it is switched off. */
export class TypingSign {
  readonly #place: Place;
  readonly #clock: Clock;
  #off: AbortController | undefined;

  constructor(place: Place, clock: Clock) {
    this.#place = place;
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
      await this.#place.typing().catch(() => {});
      await this.#clock.sleep(EVERY_MS, off);
    }
  }
}
