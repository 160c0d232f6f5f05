import { setImmediate } from "node:timers/promises";

/** It would take too long, or too much: a value for whoever looks, not a broken world. */
export class RanOut extends Error {}

const SLICE_MS = 15;
const EVERY = 64;

/** How much somebody is ready to look at: so many files, so many milliseconds. Others get their turn meanwhile. */
export class Patience {
  readonly #limits: { mostFiles: number; mostMs: number };
  readonly #start = performance.now();
  #lastTurn = performance.now();
  #files = 0;
  #steps = 0;

  constructor(limits: { mostFiles: number; mostMs: number }) {
    this.#limits = limits;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return Math.max(1, Math.ceil(this.#limits.mostMs - (performance.now() - this.#start)));
  }

  count(files = 1): void {
    this.#files += files;
    const { mostFiles } = this.#limits;
    if (this.#files > mostFiles) throw new RanOut(`there are more than ${mostFiles.toLocaleString("en")} files`);
  }

  /** To be awaited now and then, if it says so: after each of many small pieces of work. */
  turn(): Promise<void> | undefined {
    this.#steps += 1;
    if (this.#steps % EVERY !== 0) return undefined;
    const now = performance.now();
    const { mostMs } = this.#limits;
    if (now - this.#start > mostMs) throw new RanOut(`looking took longer than ${mostMs / 1000} s`);
    if (now - this.#lastTurn < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      this.#lastTurn = performance.now();
    });
  }
}
