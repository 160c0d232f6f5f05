import { answerOf, endOf } from "../../desk/git/answer-of.ts";
import { GitFailed } from "../../desk/git/git-failed.ts";
import type { startGit } from "../../desk/git/launch-git.ts";
import type { PathBytes } from "../../desk/tree/path-bytes.ts";
import { type Entry, entriesOf, startHash } from "./entry.ts";
import type { Place } from "./git.ts";
import { startGitInStore } from "./store.ts";
import { treeHash } from "./tree-hash.ts";

/** What a snapshot was made of is not what is there. */
export class Damaged extends Error {
  override name = "Damaged";
}

/** Reads the store. Every hash is computed again: the content is unchanged, or the read fails. */
export class Reader {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** All files of a snapshot. Its hash stands for them, and is computed again here. */
  async entries(id: string): Promise<Map<PathBytes, Entry>> {
    const { algorithm } = this.#place;
    try {
      const commit = await this.ask(["cat-file", "commit", checked(id)]);
      const hash = startHash(algorithm, "commit", commit.length).update(commit, "latin1").digest("hex");
      const [, tree] = /^tree ([0-9a-f]+)\n/.exec(commit) ?? [];
      if (hash !== id || tree === undefined) throw new Damaged("The snapshot was changed: its hash is another one.");
      const entries = entriesOf(await this.ask(["ls-tree", "-r", "-z", "--full-tree", tree]));
      if (treeHash(entries, algorithm) !== tree) throw new Damaged("A tree of the snapshot was changed.");
      return entries;
    } catch (error) {
      if (error instanceof GitFailed) throw new Damaged(`The snapshot cannot be read; git says: ${error.message}`);
      throw error;
    }
  }

  ask(args: readonly string[], most?: number): Promise<string> {
    return answerOf(startGitInStore(this.#place, args), "", most);
  }

  contents(): Contents {
    return new Contents(startGitInStore(this.#place, ["cat-file", "--batch"]), this.#place.algorithm);
  }
}

export function checked(id: string): string {
  if (!/^(?:[0-9a-f]{64}|[0-9a-f]{40})$/.test(id)) throw new Damaged(`${JSON.stringify(id)} is not a snapshot's id.`);
  return id;
}

/** Many blobs, one after the other, from one process. */
export class Contents {
  readonly #child;
  readonly #algorithm;
  readonly #ended;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(child: ReturnType<typeof startGit>, algorithm: Place["algorithm"]) {
    this.#child = child;
    this.#algorithm = algorithm;
    this.#ended = endOf(child);
    this.#chunks = child.stdout[Symbol.asyncIterator]();
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    this.#child.stdout.destroy();
    await this.#ended;
  }

  /** Hands a blob on piece by piece, and throws at its end if it is not what its name says. */
  async *read(oid: string): AsyncGenerator<Buffer> {
    this.#child.stdin.write(`${checked(oid)}\n`);
    const head = await this.#line();
    const [, kind, digits] = /^[0-9a-f]+ (\S+) (\d+)$/.exec(head) ?? [];
    if (kind !== "blob") throw new Damaged(`The content ${oid.slice(0, 12)} of a file is missing.`);
    const size = Number(digits);
    const hash = startHash(this.#algorithm, "blob", size);
    let left = size;
    try {
      while (left > 0) {
        const piece = await this.#piece(left);
        left -= piece.length;
        hash.update(piece);
        yield piece;
      }
    } finally {
      // A reader that stops early must not leave the rest of its object to the next one.
      while (left > 0) left -= (await this.#piece(left)).length;
      await this.#line();
    }
    if (hash.digest("hex") !== oid) throw new Damaged(`The content ${oid.slice(0, 12)} of a file was changed.`);
  }

  async #piece(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) await this.#more();
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const line = this.#rest.toString("latin1", 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new Damaged("git ended while a file was read.");
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }
}
