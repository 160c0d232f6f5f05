import { closeSync, constants, openSync, readlinkSync } from "node:fs";

/** Linux' own, of every processor that Node runs on: names the directory, also one that may not be read. */
const O_PATH = 0o10000000;

/**
 * A directory that stays the same one although its path may come to lead elsewhere: a program that exchanges a directory
 * for a link cannot lead us there. For Linux: a path through the descriptor begins at the directory itself.
 */
export class HeldDirectory {
  readonly path: string;
  readonly #descriptor: number;

  /** Throws where a link is on the way. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    if (readlinkSync(this.itself) === path) return;
    this.close();
    throw new Error(`${path} leads elsewhere.`);
  }

  get itself(): string {
    return `/proc/self/fd/${this.#descriptor}`;
  }

  /** The path of an entry. */
  at(name: string): string {
    return `${this.itself}/${name}`;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
