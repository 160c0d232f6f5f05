import { readSync } from "node:fs";
import { freezeGrown } from "../../plan/freeze.ts";
import type { SealedRecord } from "../seal.ts";

/** Lines of a journal whose seals and order were checked, so that they need no second check. */
export interface KnownLines {
  readonly length: number;
  readonly records: readonly SealedRecord[];
  /** The file at the last check, with the bytes after these lines; absent if that is not tracked. */
  readonly fileSize?: number;
  /** Whether callers get the records themselves, or a copy. */
  readonly areShared: boolean;
  /** Whether the file at a path consists of these lines only, judged without opening it. */
  areAllOf(path: string): boolean;
  /** Whether an open file begins with them. If not, they are dropped. */
  areIn(fd: number): boolean;
  /**
   * Adds the lines that follow in an intact journal: whole lines only, with their frozen records. The file may have
   * more: a partial line that a crash left.
   */
  goOn(bytes: Buffer, more: readonly SealedRecord[], fd: number, areAll: boolean): void;
}

/**
 * The checked lines of a journal, byte for byte. While the file begins with the same bytes they are not checked
 * again; if a single byte differs, all of it is read again. The head in the user's own directory is compared each
 * time. Times and sizes of the file do not count: a process that can write the file can keep its stat.
 */
export class VerifiedLines implements KnownLines {
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
    for (const record of more) freezeGrown(record);
    this.#records = [...this.#records, ...more];
  }

  forget(): void {
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    this.#records = [];
  }
}

// Reusing a few memory pages costs far less than filling new ones.
const CHUNK = Buffer.allocUnsafeSlow(128 * 1024);
