import { setImmediate } from "node:timers/promises";

/** The scan exceeded its limits: an expected result, not a failure of the system. */
export class ScanLimitReached extends Error {}

const SLICE_MS = 15;
const EVERY = 64;

/** Limits a scan to so many files and milliseconds, and yields to the event loop in between. */
export class ScanBudget {
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
    if (this.#files > mostFiles)
      throw new ScanLimitReached(`there are more than ${mostFiles.toLocaleString("en")} files`);
  }

  /** Returns a promise if it is time to yield: to be awaited after each of many small pieces of work. */
  turn(): Promise<void> | undefined {
    this.#steps += 1;
    if (this.#steps % EVERY !== 0) return undefined;
    const now = performance.now();
    const { mostMs } = this.#limits;
    if (now - this.#start > mostMs) throw new ScanLimitReached(`looking took longer than ${mostMs / 1000} s`);
    if (now - this.#lastTurn < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      this.#lastTurn = performance.now();
    });
  }
}
