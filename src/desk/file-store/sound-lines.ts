import { readSync } from "node:fs";
import type { SealedRecord } from "../seal.ts";

/** What is known of the lines of a journal whose seals and order were checked, so that they are not checked again. */
export interface KnownLines {
  readonly length: number;
  readonly records: readonly SealedRecord[];
  /** With what follows them in the file, as it was when they were last found in it; absent where that is not looked at. */
  readonly fileSize?: number;
  /** Whether the records are given out as they are; else a copy of them is. */
  readonly areShared: boolean;
  /** Whether the file at a path is these lines and no more, as far as can be told without opening it. */
  areAllOf(path: string): boolean;
  /** Whether an open file begins with them. If not, they are forgotten. */
  areIn(fd: number): boolean;
  /**
   * What follows them in a journal that holds: only whole lines, with their records, which nobody can change any more.
   * They may not be all: half a line that a crash left may follow.
   */
  goOn(bytes: Buffer, more: readonly SealedRecord[], fd: number, areAll: boolean): void;
}

/**
 * The lines of a journal whose seals and order were checked, byte for byte. As long as the file begins with the same
 * bytes they are not checked again; a single other byte, and all of it is read anew. What the user's own directory
 * remembers of the journal is no part of it, and is compared each time. Times and sizes of the file do not count: who can
 * write to it can make it look untouched.
 */
export class SoundLines implements KnownLines {
  readonly areShared = false;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  #records: readonly SealedRecord[] = [];

  get length(): number {
    return this.#length;
  }

  get records(): readonly SealedRecord[] {
    return this.#records;
  }

  areAllOf(): boolean {
    return false;
  }

  areIn(fd: number): boolean {
    for (let at = 0; at < this.#length; ) {
      const read = readSync(fd, CHUNK, 0, Math.min(CHUNK.length, this.#length - at), at);
      const isSame = read > 0 && CHUNK.subarray(0, read).equals(this.#bytes.subarray(at, at + read));
      if (!isSame) {
        this.forget();
        return false;
      }
      at += read;
    }
    return true;
  }

  goOn(bytes: Buffer, more: readonly SealedRecord[]): void {
    const length = this.#length + bytes.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(length * 2);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, this.#length);
    this.#length = length;
    for (const record of more) freeze(record);
    this.#records = [...this.#records, ...more];
  }

  forget(): void {
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    this.#records = [];
  }
}

// To look at a few pages again and again costs far less than to fill new ones.
const CHUNK = Buffer.allocUnsafeSlow(128 * 1024);

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  for (const item of Object.values(value)) freeze(item);
  Object.freeze(value);
}
