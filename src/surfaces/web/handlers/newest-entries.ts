import type { AuditOf } from "../api/looking.ts";

type Entry = AuditOf["entries"][number];

/** The newest of any number of entries: that is what a person looks for. It holds few more than it gives. */
export class NewestEntries {
  readonly #most: number;
  #held: Entry[] = [];
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get total(): number {
    return this.#total;
  }

  add(entry: Entry): void {
    this.#total += 1;
    this.#held.push(entry);
    if (this.#held.length >= 2 * this.#most + 1_000) this.#held = this.entries();
  }

  /** The newest first. */
  entries(): Entry[] {
    return this.#held.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.version - a.version)).slice(0, this.#most);
  }
}
