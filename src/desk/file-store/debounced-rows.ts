import { keepNewest } from "./keep-newest.ts";

/** As often as other processes poll for changes. */
const LATE_MS = 100;

/**
 * Delays row updates. The steps of a run can change faster than any reader polls, and writing rows for each costs
 * more than recording it: the first update is written at once, later ones in batches.
 */
export class DebouncedRows {
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

  /** Whether these rows can wait. Then the next batch writes them, and the caller does not. */
  wait(name: string): boolean {
    const written = this.#written.get(name);
    if (written === undefined || performance.now() - written >= LATE_MS) return false;
    this.#waiting.add(name);
    this.#timer ??= setTimeout(() => this.write(), LATE_MS);
    return true;
  }

  /** Called after these rows were written. */
  done(name: string): void {
    this.#waiting.delete(name);
    keepNewest(this.#written, name, performance.now());
  }

  /** Writes the waiting rows. Rows that cannot be written now go into the next batch: the journals have all data. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    try {
      this.#write(this.waiting);
    } catch {
      // A reader of the journal itself sees that the row is behind it.
    }
  }
}
