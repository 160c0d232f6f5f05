import type { SealedRecord } from "../seal.ts";
import { isSameStat, type Looks, statOf } from "../stat-cache.ts";
import type { KnownLines } from "./verified-lines.ts";

/**
 * The lines of a plan's journal as this process checked or wrote them, cached while the file's stat is unchanged. A
 * run writes thousands of lines, and reading them all before each write would make every step slower. A change that
 * keeps the stat does not affect what this process trusts; the next process that reads the file finds it broken.
 */
export class MarkedLines implements KnownLines {
  readonly areShared = true;
  #length = 0;
  #records: SealedRecord[] = [];
  #looks: Looks | undefined;
  #areAll = false;

  get length(): number {
    return this.#length;
  }

  /** Grows with every record, unless it was frozen: a caller that keeps the array must freeze it. */
  get records(): readonly SealedRecord[] {
    return this.#records;
  }

  get fileSize(): number {
    return Number(this.#looks?.size ?? 0n);
  }

  areAllOf(path: string): boolean {
    return this.#areAll && isSameStat(statOf(path), this.#looks);
  }

  areIn(fd: number): boolean {
    if (isSameStat(statOf(fd), this.#looks)) return true;
    this.forget();
    return false;
  }

  goOn(bytes: Buffer, more: readonly SealedRecord[], fd: number, areAll: boolean): void {
    this.#length += bytes.length;
    // Copying thousands of records for each new one would cost more than all the rest.
    if (Object.isFrozen(this.#records)) this.#records = [...this.#records];
    for (const record of more) this.#records.push(record);
    this.#looks = statOf(fd);
    this.#areAll = areAll;
  }

  forget(): void {
    this.#length = 0;
    this.#records = [];
    this.#looks = undefined;
  }
}
