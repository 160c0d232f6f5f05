import { accessSync, constants, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { readBounded } from "../read-bounded.ts";

// Some file systems count in two seconds. What changed later than that could change once more and look the same.
const TOO_FRESH_MS = 2_000;

/**
 * Remembers what was made of files, for as many questions. Each time all that was looked at is looked at again, by identity,
 * size and times; the system alone sets the time of the last change. Only reading and understanding them is spared.
 */
export function whileUnchanged<T>(
  most: number,
  make: (question: string, files: SeenFiles) => T,
  now: () => number = Date.now,
): (question: string) => T {
  const known = new Map<string, { seen: SeenFiles; made: T }>();
  return (question) => {
    const before = known.get(question);
    if (before?.seen.areTheSame()) return before.made;
    known.delete(question);
    const seen = new SeenFiles(now());
    const made = make(question, seen);
    if (!seen.isSettled()) return made;
    if (known.size >= most) known.clear();
    known.set(question, { seen, made });
    return made;
  };
}

/** A file system that keeps what it was asked. A file is looked at before it is read: what changes in between is found. */
export class SeenFiles {
  readonly #checks: (() => boolean)[] = [];
  readonly #directories = new Set<string>();
  readonly #start: number;
  #lastChange = 0;

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

  isSettled(): boolean {
    return this.#lastChange < this.#start - TOO_FRESH_MS;
  }

  /** Of the file itself, or of the link that stands there. */
  lstat(path: string): Stats | undefined {
    return this.#keep(path, lstatSync);
  }

  /** Of what it leads to. */
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

  /** Nothing has come into a directory whose own times have not changed: one look instead of one for each missing file. */
  #keepDirectory(path: string): boolean {
    if (this.#directories.has(path)) return true;
    const before = lstatSync(path, MISSING_IS_FINE);
    if (!before?.isDirectory() || before.ctimeMs >= this.#start - TOO_FRESH_MS) return false;
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

/** A directory is only the way: what is looked at in it is compared by itself. */
function isSame(before: Stats | undefined, now: Stats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  if (before.ino !== now.ino || before.dev !== now.dev || before.mode !== now.mode || before.uid !== now.uid)
    return false;
  if (before.isDirectory()) return true;
  return before.size === now.size && before.ctimeMs === now.ctimeMs && before.mtimeMs === now.mtimeMs;
}
