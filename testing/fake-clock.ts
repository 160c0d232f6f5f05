import type { Clock } from "../src/run/clock.ts";

interface Sleeper {
  milliseconds: number;
  until: number;
  wake(): void;
}

/** A clock that stands still until a test moves it: nothing really waits. */
export class FakeClock implements Clock {
  #now: number;
  #set = 0;
  #sleepers: Sleeper[] = [];
  readonly #arrivals = new EventTarget();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#set;
  }

  steady(): number {
    return this.#now;
  }

  /** The clock is set, and no time passes. */
  set(milliseconds: number): void {
    this.#set += milliseconds;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { milliseconds, until: this.#now + milliseconds, wake: () => wake() };
      const wake = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      signal?.addEventListener("abort", wake, { once: true });
      this.#sleepers.push(sleeper);
      this.#arrivals.dispatchEvent(new Event("sleep"));
    });
  }

  /** How long those who sleep wanted to, in the order in which they lay down. */
  get sleeping(): number[] {
    return this.#sleepers.map(({ milliseconds }) => milliseconds);
  }

  /** Waits until a caller sleeps for exactly so long. */
  async asleep(milliseconds: number): Promise<void> {
    while (!this.sleeping.includes(milliseconds)) {
      await new Promise((resolve) => this.#arrivals.addEventListener("sleep", resolve, { once: true }));
    }
  }

  /** Time passes, and wakes whom it must, the earliest first. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#sleepers.filter(({ until }) => until <= end).sort((a, b) => a.until - b.until);
      if (next === undefined) break;
      this.#now = next.until;
      next.wake();
    }
    this.#now = end;
  }
}
