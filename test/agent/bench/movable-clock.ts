import { type Clock, systemClock } from "../../../src/run/clock.ts";

/** The machine's clock, which a test can set forward: whoever would be awake by then wakes up. */
export class MovableClock implements Clock {
  #ahead = 0;
  readonly #moves = new EventTarget();

  now(): number {
    return Date.now() + this.#ahead;
  }

  steady(): number {
    return this.now();
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const until = this.now() + milliseconds;
    while (this.now() < until && !signal?.aborted) {
      const moved = new AbortController();
      const wake = () => moved.abort();
      this.#moves.addEventListener("move", wake);
      signal?.addEventListener("abort", wake);
      await systemClock.sleep(until - this.now(), moved.signal);
      this.#moves.removeEventListener("move", wake);
      signal?.removeEventListener("abort", wake);
    }
  }

  forward({ minutes = 0, days = 0 }: { minutes?: number; days?: number }): void {
    this.#ahead += (days * 24 * 60 + minutes) * 60_000;
    this.#moves.dispatchEvent(new Event("move"));
  }
}
