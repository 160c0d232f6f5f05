import type { Clock } from "../../src/run/clock.ts";

const EPOCH = 1_420_070_400_000;

/** Ids as Discord makes them: they tell the time, and every one is greater than the one before. */
export class Snowflakes {
  readonly #clock: Clock;
  #last = 0n;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  next(): string {
    const now = BigInt(Math.max(0, Math.floor(this.#clock.now()) - EPOCH)) << 22n;
    this.#last = now > this.#last ? now : this.#last + 1n;
    return this.#last.toString();
  }
}
