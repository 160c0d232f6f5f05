import { keepNewest } from "./keep-newest.ts";

/** As often as others ask whether there is something new. */
const LATE_MS = 100;

/**
 * Whose rows are written a moment later. The steps of a run may move on faster than anybody looks, and to write rows for
 * each of them costs more than to record it: the first are written at once, and those that follow together.
 */
export class LateRows {
  readonly #write: (names: readonly string[]) => void;
  readonly #written = new Map<string, number>();
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (names: readonly string[]) => void) {
    this.#write = write;
  }

  get waiting(): readonly string[] {
    return [...this.#waiting];
  }

  /** Whether they can wait. Then they are written in time, and nobody else has to. */
  wait(name: string): boolean {
    const written = this.#written.get(name);
    if (written === undefined || performance.now() - written >= LATE_MS) return false;
    this.#waiting.add(name);
    this.#timer ??= setTimeout(() => this.write(), LATE_MS);
    return true;
  }

  /** They have just been written. */
  done(name: string): void {
    this.#waiting.delete(name);
    keepNewest(this.#written, name, performance.now());
  }

  /** Writes what waits. What cannot be written now is written with what comes next: it is all in the journals. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    try {
      this.#write(this.waiting);
    } catch {
      // Whoever looks at a journal itself sees that the row is behind it.
    }
  }
}
