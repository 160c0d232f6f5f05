import { readFileSync } from "node:fs";
import { GitFailed } from "../../desk/git/git-failed.ts";
import type { PathBytes } from "../../desk/tree/path-bytes.ts";
import type { PlanId } from "../../plan/plan.ts";
import { copyHead } from "./copy-objects.ts";
import { isSameEntry } from "./entry.ts";
import type { Place } from "./git.ts";
import { Import } from "./import.ts";
import { listFiles } from "./list-files.ts";
import { TornInTwo } from "./read-file.ts";
import { Damaged, Reader } from "./reader.ts";
import { refName, refsOf, type SnapshotName } from "./snapshot-name.ts";
import { askStore, makeStore } from "./store.ts";
import { whileKept } from "./store-lock.ts";
import { clearLeftovers } from "./tidy-store.ts";
import { treeHash } from "./tree-hash.ts";
import { type Look, lookAtFiles, type Seen } from "./working-tree.ts";

export interface Recorded extends Look {
  id: string;
  ref: string;
}

interface Last {
  id: string;
  tree: string;
}

export interface RecorderOptions {
  plan: PlanId;
  run: string;
  largest: number;
  now(): number;
}

/** Records the working tree repeatedly. It keeps the stats of files, so that only changed ones are read. */
export class Recorder {
  readonly #place: Place;
  readonly #options: RecorderOptions;
  readonly #exclude: string;
  #number: number;
  #hasBegun = false;
  #last: Last | undefined;
  #seen: ReadonlyMap<PathBytes, Seen> = new Map();

  constructor(place: Place, options: RecorderOptions, lastNumber: number) {
    this.#place = place;
    this.#options = options;
    this.#number = lastNumber;
    this.#exclude = excludedIn(place);
  }

  /** Continues from the last snapshot of another process. */
  async goOnFrom(id: string): Promise<void> {
    try {
      const entries = await new Reader(this.#place).entries(id);
      this.#last = { id, tree: treeHash(entries, this.#place.algorithm) };
      this.#seen = new Map([...entries].map(([path, entry]) => [path, { ...entry, isSettled: false }]));
    } catch (error) {
      // Then the next one is recorded without it.
      if (!(error instanceof Damaged)) throw error;
    }
  }

  /** `out` are files that need not stay in sight. */
  async record(name: SnapshotName, out: ReadonlySet<PathBytes> = new Set()): Promise<Recorded> {
    return whileKept(this.#place.store, () => this.#record(name, out));
  }

  /** Whether the next snapshot would have the files of the last one. Starts no import, so that it costs little. */
  async isUnchanged(): Promise<boolean> {
    if (this.#last === undefined) return false;
    const { project, algorithm } = this.#place;
    const before = this.#seen;
    const options = { project, algorithm, largest: this.#options.largest, before, out: NONE, restless: NONE };
    try {
      const { entries } = await lookAtFiles(listFiles(this.#place), { ...options, store: NOTHING_NEW });
      if (entries.size !== before.size || differing(entries, before).size > 0) return false;
      this.#seen = entries;
      return true;
    } catch (error) {
      if (error instanceof NewContent || error instanceof TornInTwo) return false;
      throw error;
    }
  }

  async #record(name: SnapshotName, out: ReadonlySet<PathBytes>): Promise<Recorded> {
    const { plan, run } = this.#options;
    if (makeStore(this.#place)) await copyHead(this.#place);
    if (!this.#hasBegun) clearLeftovers(this.#place, refsOf(plan, run));
    this.#hasBegun = true;
    const restless = new Set<PathBytes>();
    for (;;) {
      try {
        return await this.#attempt(name, out, restless);
      } catch (error) {
        if (error instanceof TornInTwo) restless.add(error.path);
        // The last snapshot is gone or damaged: record all files again, also those that git ignores by now.
        else if ((error instanceof GitFailed || error instanceof Damaged) && this.#last !== undefined) {
          this.#last = undefined;
          this.#seen = new Map([...this.#seen].map(([path, { mode }]) => [path, { mode, oid: "", isSettled: false }]));
        } else throw error;
      }
    }
  }

  async #attempt(name: SnapshotName, out: ReadonlySet<PathBytes>, restless: ReadonlySet<PathBytes>): Promise<Recorded> {
    const { plan, run, largest, now } = this.#options;
    const { project, algorithm } = this.#place;
    const [last, before] = [this.#last, this.#seen];
    // Git lists files and starts the import while we read stats.
    const store = new Import(this.#place);
    try {
      const listing = listFiles(this.#place);
      const look = await lookAtFiles(listing, { project, algorithm, largest, before, out, restless, store });
      const { entries } = look;
      const written = last ? differing(entries, before) : entries;
      const removed = last ? [...before.keys()].filter((path) => !entries.has(path)) : [];
      const ref = refName(plan, run, this.#number + 1, name);
      const from = last === undefined ? {} : { from: last.id };
      const commit = await store.commit({
        ref,
        message: wordsFor(plan, name),
        at: now(),
        ...from,
        removed,
        written,
      });
      const isUnchanged = last !== undefined && written.size === 0 && removed.length === 0;
      const tree = isUnchanged ? last.tree : treeHash(entries, algorithm);
      if (commit.tree !== tree) {
        await dropRef(this.#place, ref);
        throw new Damaged("git did not keep the files as they are.");
      }
      this.#number += 1;
      this.#last = commit;
      this.#seen = entries;
      if (excludedIn(this.#place) !== this.#exclude) look.unseen.set(".git/info/exclude", EXCLUDED);
      return { ...look, id: commit.id, ref };
    } catch (error) {
      await store.abort();
      throw error;
    }
  }
}

const NONE: ReadonlySet<PathBytes> = new Set();

/** A file has content that the last snapshot does not have. */
class NewContent extends Error {}

const NOTHING_NEW = {
  blob: () => Promise.reject(new NewContent()),
  stream: () => Promise.reject(new NewContent()),
};

const EXCLUDED = "it was changed since the run began: new files that it names are not seen";

export async function dropRef(place: Place, ref: string): Promise<void> {
  await askStore(place, ["update-ref", "--no-deref", "-d", ref]);
}

function differing(entries: ReadonlyMap<PathBytes, Seen>, before: ReadonlyMap<PathBytes, Seen>) {
  const found = new Map<PathBytes, Seen>();
  for (const [path, entry] of entries) if (!isSameEntry(before.get(path), entry)) found.set(path, entry);
  return found;
}

function wordsFor(plan: PlanId, name: SnapshotName): string {
  return `${plan}: ${typeof name === "string" ? name : `after step ${name.step}, attempt ${name.attempt}`}\n`;
}

/** Ignore rules outside the tree: a change of them hides files, and no comparison shows it. */
function excludedIn({ commonDir }: Place): string {
  try {
    return readFileSync(`${commonDir}/info/exclude`, "latin1");
  } catch {
    return "";
  }
}
