import { accessSync, constants, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { readBounded } from "../read-bounded.ts";

// Some file systems have a resolution of two seconds. A file changed later than that could change again and look the
// same.
const TOO_FRESH_MS = 2_000;

/**
 * Caches the result computed from files, for so many questions. Each time the stat of every file is compared:
 * identity, size and times; only the system sets ctime. Only reading and parsing are saved.
 */
export function whileUnchanged<T>(
  most: number,
  make: (question: string, files: SeenFiles) => T,
  now: () => number = Date.now,
): (question: string) => T {
  const known = new Map<string, { seen: SeenFiles; made: T }>();
  return (question) => {
    const before = known.get(question);
    if (before !== undefined && !before.seen.canBeFewer(now()) && before.seen.areTheSame()) return before.made;
    known.delete(question);
    const seen = new SeenFiles(now());
    const made = make(question, seen);
    if (!seen.isSettled()) return made;
    if (known.size >= most) known.clear();
    known.set(question, { seen, made });
    return made;
  };
}

/**
 * A file system that remembers every question. Each file's stat is taken before it is read, so that a change in
 * between is found.
 */
export class SeenFiles {
  readonly #checks: (() => boolean)[] = [];
  readonly #directories = new Set<string>();
  readonly #start: number;
  #lastChange = 0;
  /** When the newest directory is old enough to vouch for its missing files. */
  #settles: number | undefined;

  constructor(now: number) {
    this.#start = now;
  }

  areTheSame(): boolean {
    try {
      return this.#checks.every((isSame) => isSame());
    } catch {
      return false;
    }
  }

  /** Whether missing files, checked one by one so far, can be checked by their directory from now on. */
  canBeFewer(now: number): boolean {
    return this.#settles !== undefined && now > this.#settles;
  }

  isSettled(): boolean {
    return this.#lastChange < this.#start - TOO_FRESH_MS;
  }

  /** Of the file itself, or of a link in its place. */
  lstat(path: string): Stats | undefined {
    return this.#keep(path, lstatSync);
  }

  /** Of the target of a link. */
  stat(path: string): Stats | undefined {
    const stats = this.lstat(path);
    return stats?.isSymbolicLink() ? this.#keep(path, statSync) : stats;
  }

  readlink(path: string): string {
    this.lstat(path);
    return readlinkSync(path);
  }

  read(path: string, largest: number): Buffer | string | undefined {
    return this.stat(path) === undefined ? undefined : readBounded(path, largest);
  }

  isOpen(directory: string): boolean {
    if (this.stat(directory) === undefined) return false;
    try {
      accessSync(directory, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }

  realpath(path: string): string {
    const found = realpathSync.native(path);
    this.#checks.push(() => realpathSync.native(path) === found);
    return found;
  }

  /** A directory with unchanged times has no new files: one stat instead of one for each missing file. */
  #keepDirectory(path: string): boolean {
    if (this.#directories.has(path)) return true;
    const before = lstatSync(path, MISSING_IS_FINE);
    if (!before?.isDirectory()) return false;
    if (before.ctimeMs >= this.#start - TOO_FRESH_MS) {
      this.#settles = Math.max(this.#settles ?? 0, before.ctimeMs + TOO_FRESH_MS);
      return false;
    }
    this.#directories.add(path);
    this.#checks.push(() => {
      const now = lstatSync(path, MISSING_IS_FINE);
      return isSame(before, now) && before.ctimeMs === now?.ctimeMs && before.mtimeMs === now.mtimeMs;
    });
    return true;
  }

  #keep(path: string, look: typeof lstatSync): Stats | undefined {
    const before = look(path, MISSING_IS_FINE);
    if (before === undefined && this.#keepDirectory(dirname(path))) return undefined;
    this.#checks.push(() => isSame(before, look(path, MISSING_IS_FINE)));
    if (before && !before.isDirectory()) this.#lastChange = Math.max(this.#lastChange, before.ctimeMs);
    return before;
  }
}

const MISSING_IS_FINE = { throwIfNoEntry: false } as const;

/** For a directory only its identity counts: each file looked at in it is compared by itself. */
function isSame(before: Stats | undefined, now: Stats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  if (before.ino !== now.ino || before.dev !== now.dev || before.mode !== now.mode || before.uid !== now.uid)
    return false;
  if (before.isDirectory()) return true;
  return before.size === now.size && before.ctimeMs === now.ctimeMs && before.mtimeMs === now.mtimeMs;
}
