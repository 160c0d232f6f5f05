import type { PlanId } from "../plan/plan.ts";

/** How long a plan's file may be behind its journal. */
const FOLLOWS_AFTER_MS = 2_000;
/** A long plan whose steps move on this fast is written less often: `pause`. */
const QUIET_MS = 1_000;
const LOOK_EVERY_MS = 250;

interface Behind {
  since: number;
  last: number;
  pause: number;
  timer: NodeJS.Timeout;
}

/** Writes the files of running plans that were left behind by the records of their steps. No process waits for it. */
export class LateFiles {
  readonly #write: (id: PlanId) => Promise<unknown>;
  readonly #behind = new Map<PlanId, Behind>();

  constructor(write: (id: PlanId) => Promise<unknown>) {
    this.#write = write;
  }

  /** A record left the file as it was. `pause`: how often a file of this length may be written while steps move on. */
  left(id: PlanId, pause: number): void {
    const now = performance.now();
    const known = this.#behind.get(id);
    if (known) Object.assign(known, { last: now, pause });
    else this.#behind.set(id, { since: now, last: now, pause, timer: this.#timer(id, FOLLOWS_AFTER_MS) });
  }

  /** The file was written. */
  written(id: PlanId): void {
    clearTimeout(this.#behind.get(id)?.timer);
    this.#behind.delete(id);
  }

  close(): void {
    for (const id of [...this.#behind.keys()]) this.written(id);
  }

  #timer(id: PlanId, delay: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(id), delay).unref();
  }

  #look(id: PlanId): void {
    const behind = this.#behind.get(id);
    if (behind === undefined) return;
    const now = performance.now();
    const isDue = now - behind.last >= QUIET_MS || now - behind.since >= behind.pause;
    if (!isDue) {
      behind.timer = this.#timer(id, LOOK_EVERY_MS);
      return;
    }
    this.written(id);
    // The next record of the run reports a disk that cannot be written.
    this.#write(id).catch(() => {});
  }
}
