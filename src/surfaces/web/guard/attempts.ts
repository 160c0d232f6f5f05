import { refuse } from "./refuse.ts";

/** Counts failed attempts to sign in: so many a minute from one address, and from all together. */
export class Attempts {
  readonly #now: () => number;
  readonly #each: number;
  readonly #all: number;
  #failed: { at: number; address: string }[] = [];

  constructor({ now = Date.now, each = 10, all = 100 } = {}) {
    this.#now = now;
    this.#each = each;
    this.#all = all;
  }

  /** The seconds to wait before this address may try again; 0 if it may now. */
  wait(address: string): number {
    const now = this.#now();
    // Absolute: a clock that was set back must not lock anyone out.
    this.#failed = this.#failed.filter(({ at }) => Math.abs(now - at) < MINUTE_MS);
    const own = this.#failed.filter((failed) => failed.address === address);
    const ends = [own.at(-this.#each), this.#failed.at(-this.#all)].flatMap((failed) =>
      failed ? [failed.at + MINUTE_MS - now] : [],
    );
    return Math.max(0, ...ends.map((ms) => Math.ceil(ms / 1000)));
  }

  failed(address: string): void {
    this.#failed.push({ at: this.#now(), address });
    if (this.#failed.length > this.#all) this.#failed.shift();
  }
}

const MINUTE_MS = 60_000;

export function tooManyAttempts(wait: number): Response {
  const message = `Too many attempts to sign in: try again in ${wait} seconds.`;
  return refuse(429, { kind: "too_many_attempts", message }, { "retry-after": String(wait) });
}
