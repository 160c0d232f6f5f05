import { type BigIntStats, fstatSync, lstatSync } from "node:fs";

/**
 * The stat of a path, without reading the content. Every change shows: a program can set `mtime` back, but not
 * `ctime`.
 */
export type Looks = BigIntStats;

/** Of a path (without following a link) or of an open file; undefined if nothing is there. */
export function statOf(place: string | number): Looks | undefined {
  if (typeof place === "number") return fstatSync(place, { bigint: true });
  try {
    return lstatSync(place, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function isSameStat(one: Looks | undefined, other: Looks | undefined): boolean {
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
 * Caches the result of a look at a path while its stat is unchanged. A path changed a moment ago is not cached: a second
 * change within the clock's resolution would look the same.
 */
export class StatCache<T> {
  #looks: Looks | undefined;
  #found: T | undefined;

  /**
   * A result for which `lasts` is false is not cached: an unreadable file may become readable without a change of its
   * stat.
   */
  find(path: string, look: () => T, lasts: (found: T) => boolean = () => true): T {
    const looks = statOf(path);
    if (isSameStat(looks, this.#looks)) return this.#found as T;
    const settled = looks !== undefined && isSettled(looks) ? looks : undefined;
    this.#looks = undefined;
    this.#found = undefined;
    const found = look();
    // If it changed while it was read, the next call reads it again.
    if (settled !== undefined && lasts(found) && isSameStat(statOf(path), settled)) {
      this.#looks = settled;
      this.#found = found;
    }
    return found;
  }
}

/** The coarsest file clock below a second ticks a hundred times a second; with some margin. */
const GRAIN_MS = 25;
/** For a disk with a resolution of one or two seconds. */
const COARSE_GRAIN_MS = 3_000;
const SECOND_NS = 1_000_000_000n;

/** Whether it changed long enough ago that a further change would look different. */
export function isSettled(looks: Looks): boolean {
  const grain = looks.ctimeNs % SECOND_NS === 0n ? COARSE_GRAIN_MS : GRAIN_MS;
  // A link's stat does not change with its target.
  return !looks.isSymbolicLink() && Date.now() - Number(looks.ctimeMs) > grain;
}
