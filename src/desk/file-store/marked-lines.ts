import { fstatSync } from "node:fs";
import type { SealedRecord } from "../seal.ts";
import type { KnownLines } from "./sound-lines.ts";

/**
 * The lines of a plan's journal as this process has checked or written them, for as long as the file looks untouched. A run
 * writes thousands of lines, and to read them all before each would make it slower with every step. Who changes the file
 * and makes it look untouched changes nothing that this process believes; whoever reads it next sees that it does not hold.
 */
export class MarkedLines implements KnownLines {
  #length = 0;
  #records: readonly SealedRecord[] = [];
  #mark = "";

  get length(): number {
    return this.#length;
  }

  get records(): readonly SealedRecord[] {
    return this.#records;
  }

  areIn(fd: number): boolean {
    if (this.#mark !== "" && markOf(fd) === this.#mark) return true;
    this.forget();
    return false;
  }

  goOn(bytes: Buffer, records: readonly SealedRecord[], fd: number): void {
    this.#length += bytes.length;
    this.#records = Object.freeze(records);
    this.#mark = markOf(fd);
  }

  forget(): void {
    this.#length = 0;
    this.#records = [];
    this.#mark = "";
  }
}

function markOf(fd: number): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}
