import { stripVTControlCharacters } from "node:util";
import { columns } from "../../../plan/wrap.ts";

/** Redraws the last lines of a terminal; lines written above them stay and scroll away. */
export class LiveBlock {
  readonly #write: (text: string) => void;
  readonly #columns: () => number;
  #drawn: string[] = [];

  constructor(write: (text: string) => void, columns: () => number) {
    this.#write = write;
    this.#columns = columns;
  }

  draw(lines: readonly string[], above: readonly string[] = []): void {
    const isSame = above.length === 0 && lines.length === this.#drawn.length;
    if (isSame && lines.every((line, at) => line === this.#drawn[at])) return;
    this.#write(`${this.#erasing()}${[...above, ...lines].map((line) => `${line}\n`).join("")}`);
    this.#drawn = [...lines];
  }

  /** Another program wrote below the lines. */
  forget(): void {
    this.#drawn = [];
  }

  erase(): void {
    if (this.#drawn.length > 0) this.#write(this.#erasing());
    this.#drawn = [];
  }

  /** In a terminal that became narrower, a drawn line takes several rows. */
  #erasing(): string {
    const width = Math.max(1, this.#columns());
    const rows = this.#drawn.map((line) => Math.max(1, Math.ceil(columns(stripVTControlCharacters(line)) / width)));
    const up = rows.reduce((sum, count) => sum + count, 0);
    return up === 0 ? "" : `\r\u001b[${up}A\u001b[J`;
  }
}
