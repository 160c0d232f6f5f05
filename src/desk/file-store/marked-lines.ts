import type { SealedRecord } from "../seal.ts";
import { type Looks, looksOf, looksSame } from "../untouched.ts";
import type { KnownLines } from "./sound-lines.ts";

/**
 * The lines of a plan's journal as this process has checked or written them, for as long as the file looks untouched. A run
 * writes thousands of lines, and to read them all before each would make it slower with every step. Who changes the file
 * and makes it look untouched changes nothing that this process believes; whoever reads it next sees that it does not hold.
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

  /** They grow with what is recorded, unless somebody froze them: whoever keeps them has to. */
  get records(): readonly SealedRecord[] {
    return this.#records;
  }

  get fileSize(): number {
    return Number(this.#looks?.size ?? 0n);
  }

  areAllOf(path: string): boolean {
    return this.#areAll && looksSame(looksOf(path), this.#looks);
  }

  areIn(fd: number): boolean {
    if (looksSame(looksOf(fd), this.#looks)) return true;
    this.forget();
    return false;
  }

  goOn(bytes: Buffer, more: readonly SealedRecord[], fd: number, areAll: boolean): void {
    this.#length += bytes.length;
    // To copy thousands of them for each that comes would cost more than all the rest.
    if (Object.isFrozen(this.#records)) this.#records = [...this.#records];
    for (const record of more) this.#records.push(record);
    this.#looks = looksOf(fd);
    this.#areAll = areAll;
  }

  forget(): void {
    this.#length = 0;
    this.#records = [];
    this.#looks = undefined;
  }
}
