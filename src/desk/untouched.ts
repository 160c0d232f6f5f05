import { type BigIntStats, fstatSync, lstatSync } from "node:fs";

/**
 * How something on the disk looks without being read. Who changes it changes its looks: what is set back is `mtime`, and
 * nobody can set `ctime`.
 */
export type Looks = BigIntStats;

/** Of a path (a link is looked at, and not followed) or of an open file; nothing where nothing is. */
export function looksOf(place: string | number): Looks | undefined {
  if (typeof place === "number") return fstatSync(place, { bigint: true });
  try {
    return lstatSync(place, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function looksSame(one: Looks | undefined, other: Looks | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return (
    one.ctimeNs === other.ctimeNs &&
    one.mtimeNs === other.mtimeNs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.dev === other.dev
  );
}

/**
 * What was found at a place, for as long as it looks untouched: then it is not looked at closely again. What has changed a
 * moment ago is: within the grain of its times, another change would look the same.
 */
export class Untouched<T> {
  #looks: Looks | undefined;
  #found: T | undefined;

  /** What does not last is looked for again: what could not be read today can be tomorrow, and nothing has changed. */
  find(path: string, look: () => T, lasts: (found: T) => boolean = () => true): T {
    const looks = looksOf(path);
    if (looksSame(looks, this.#looks)) return this.#found as T;
    const settled = looks !== undefined && isSettled(looks) ? looks : undefined;
    this.#looks = undefined;
    this.#found = undefined;
    const found = look();
    // Whatever came while we looked, the next one looks anew.
    if (settled !== undefined && lasts(found) && looksSame(looksOf(path), settled)) {
      this.#looks = settled;
      this.#found = found;
    }
    return found;
  }
}

/** The coarsest clock that files are stamped by, unless in seconds, ticks a hundred times a second; and some to spare. */
const GRAIN_MS = 25;
/** On a disk that counts in whole seconds, or in two. */
const COARSE_GRAIN_MS = 3_000;
const SECOND_NS = 1_000_000_000n;

function isSettled(looks: Looks): boolean {
  const grain = looks.ctimeNs % SECOND_NS === 0n ? COARSE_GRAIN_MS : GRAIN_MS;
  // A link does not change with what it leads to.
  return !looks.isSymbolicLink() && Date.now() - Number(looks.ctimeMs) > grain;
}
