import type { Clock } from "../../run/clock.ts";

/** Working time without the time spent waiting for a person. */
export class WorkTime {
  readonly #clock: Clock;
  #worked = 0;
  #since: number;
  /** The number of waits in progress. */
  #waits = 0;
  #resumed = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.steady();
  }

  /** In milliseconds. */
  get worked(): number {
    return this.#worked + (this.#waits === 0 ? this.#clock.steady() - this.#since : 0);
  }

  /** Time during this does not count. */
  async pausedDuring<Value>(wait: () => Promise<Value>): Promise<Value> {
    if (this.#waits === 0) {
      this.#worked = this.worked;
      this.#resumed = Promise.withResolvers();
    }
    this.#waits += 1;
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) {
        this.#since = this.#clock.steady();
        this.#resumed.resolve();
      }
    }
  }

  /** Resolves with `true` after so much working time, with `false` when the signal is aborted. */
  async reaches(limit: number, signal: AbortSignal): Promise<boolean> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    while (!signal.aborted) {
      const left = limit - this.worked;
      if (left <= 0) return true;
      // A plain timer would fire too early if a wait is in progress.
      if (this.#waits > 0) await Promise.race([this.#resumed.promise, aborted]);
      else await this.#clock.sleep(left, signal);
    }
    return false;
  }
}
