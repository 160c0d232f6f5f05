import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { below, type PathBytes } from "../../desk/tree/path-bytes.ts";
import { ScanBudget } from "../../desk/tree/scan-budget.ts";
import type { Entry } from "./entry.ts";
import { type Keeping, keepContent, keepFile } from "./keep-content.ts";
import { isKept, isOfPlans } from "./kept-path.ts";
import type { Listing } from "./list-files.ts";
import { Restless } from "./read-file.ts";

/** A file as it was when it was last looked at. */
export interface Seen extends Entry {
  stats?: Stats;
  /** A change since then would show in its stats. */
  isSettled: boolean;
}

/** Files that are in no snapshot, though git would keep them, and why. */
export type Unseen = Map<PathBytes, string>;

export interface Look {
  entries: Map<PathBytes, Seen>;
  unseen: Unseen;
}

// Some file systems date files in steps of two seconds. A file that changed later could change again with the same date.
const TOO_FRESH_MS = 2_000;
const MOST_FILES = 2_000_000;

export interface LookOptions extends Keeping {
  /** Larger files are left out. */
  largest: number;
  /** The files of the last snapshot. They stay in the next one, even if git ignores them by now. */
  before: ReadonlyMap<PathBytes, Seen>;
  /** Of those, what need not. */
  out: ReadonlySet<PathBytes>;
  /** Files that did not hold still. */
  restless: ReadonlySet<PathBytes>;
}

/**
 * Reads files that changed since the last snapshot, and stores their content. Known files are read while git still lists
 * the others.
 */
export async function lookAtFiles(listing: Promise<Listing>, options: LookOptions): Promise<Look> {
  const { before, out } = options;
  const looker = new Looker(options);
  // A submodule may have become a file or directory: git's list decides.
  const isWaiting = (path: PathBytes) => out.has(path) || (before.get(path)?.mode ?? SUBMODULE) === SUBMODULE;
  const [, { names, submodules, nested }] = await Promise.all([
    looker.lookAt(before.keys(), (path) => !isWaiting(path)),
    listing,
  ]);
  await looker.lookAt(names, isWaiting);
  for (const [path, entry] of submodules) if (isKept(path)) looker.entries.set(path, { ...entry, isSettled: false });
  for (const path of nested) looker.unseen.set(path, "it is a git repository of its own");
  return looker;
}

const SUBMODULE = "160000";

class Looker implements Look {
  readonly entries = new Map<PathBytes, Seen>();
  readonly unseen: Unseen = new Map();
  readonly #options: LookOptions;
  readonly #patience = new ScanBudget({ mostFiles: MOST_FILES, mostMs: Number.POSITIVE_INFINITY });
  readonly #isReal: (path: PathBytes) => boolean;

  constructor(options: LookOptions) {
    this.#options = options;
    this.#isReal = realDirectories(options.project);
  }

  async lookAt(paths: Iterable<PathBytes>, isWanted: (path: PathBytes) => boolean): Promise<void> {
    for (const path of paths) {
      if (!isWanted(path) || isOfPlans(path) || !this.#isReal(parentOf(path))) continue;
      const last = this.#options.before.get(path);
      this.#patience.count();
      const turn = this.#patience.turn();
      if (turn) await turn;
      // Nearly all are unchanged, and need no wait.
      if (isAsBefore(path, last, this.#options)) this.entries.set(path, last);
      else this.#note(path, last, await lookTwice(path, last, this.#options));
    }
  }

  #note(path: PathBytes, last: Seen | undefined, seen: Seen | string | undefined): void {
    if (typeof seen === "object") this.entries.set(path, seen);
    if (typeof seen !== "string") return;
    this.unseen.set(path, seen);
    // A file that cannot be read was not removed.
    if (last !== undefined) this.entries.set(path, { mode: last.mode, oid: last.oid, isSettled: false });
  }
}

function isAsBefore(path: PathBytes, last: Seen | undefined, { project }: LookOptions): last is Seen {
  if (last?.stats === undefined || !last.isSettled) return false;
  try {
    const stats = lstatSync(below(project, path), { throwIfNoEntry: false });
    return stats !== undefined && isSameStats(last.stats, stats);
  } catch {
    return false;
  }
}

/** A file that is replaced during the read is read again. */
async function lookTwice(path: PathBytes, last: Seen | undefined, options: LookOptions) {
  const seen = await look(path, last, options);
  return seen instanceof Restless ? look(path, last, options).then(asText) : asText(seen);
}

function asText(seen: Seen | string | Restless | undefined): Seen | string | undefined {
  return seen instanceof Restless ? seen.message : seen;
}

/** Nothing where there is no file; a text where it cannot be kept. */
async function look(
  path: PathBytes,
  last: Seen | undefined,
  options: LookOptions,
): Promise<Seen | string | Restless | undefined> {
  const at = Date.now();
  if (!isKept(path)) return "git keeps no file of that name";
  try {
    const stats = lstatSync(below(options.project, path), { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return undefined;
    const isSettled = Math.max(stats.mtimeMs, stats.ctimeMs) < at - TOO_FRESH_MS;
    if (stats.isSymbolicLink()) {
      if (/(?:^|\/)\.gitmodules$/i.test(path)) return "git keeps no link of that name";
      const target = readlinkSync(below(options.project, path), "buffer");
      return { mode: "120000", oid: await keepContent(target, last?.oid, options), stats, isSettled };
    }
    if (options.restless.has(path)) throw new Restless();
    if (!stats.isFile()) return "it is neither a file nor a link";
    if (stats.size > options.largest) return `it has more than ${options.largest.toLocaleString("en")} bytes`;
    const mode = stats.mode & 0o100 ? "100755" : "100644";
    return { mode, oid: await keepFile(path, stats.size, last?.oid, options), stats, isSettled };
  } catch (error) {
    if (error instanceof Restless) return error;
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    const isGone = error.code === "ENOENT" || error.code === "ENOTDIR";
    return isGone ? undefined : `it cannot be read: the system says ${error.code}`;
  }
}

export function isSameStats(one: Stats, other: Stats): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.ino === other.ino &&
    one.mode === other.mode
  );
}

/** Whether a directory is reached without a link; what is behind one is not the project's. */
function realDirectories(project: string): (path: PathBytes) => boolean {
  const known = new Map<PathBytes, boolean>([["", true]]);
  const isReal = (path: PathBytes): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const is = isReal(parentOf(path)) && isDirectory(below(project, path));
    known.set(path, is);
    return is;
  };
  return isReal;
}

function isDirectory(path: string | Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // The directory cannot be read: the files in it report that themselves.
    return true;
  }
}

export function parentOf(path: PathBytes): PathBytes {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}
