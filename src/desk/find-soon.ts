import { type Dirent, readdirSync } from "node:fs";
import { matchesGlob } from "node:path";

const MOST_LOOKS = 200;

/**
 * Whether one of the first files that a glob could match does match. Node lists all matches before it answers, and
 * for `src/**` that takes longer than saving a plan. False means unknown.
 */
export function findSoon(directory: string, glob: string, isLeftOut: (name: string) => boolean): boolean {
  // Up to the last slash before the first wildcard.
  const fixed = /^(?:[^*?[\]{}()!+@\\/]+\/)*/.exec(glob)?.[0] ?? "";
  if (fixed.split("/").some((name) => name === ".." || isLeftOut(name))) return false;
  const waiting = [fixed];
  let looks = 0;
  for (let below = waiting.shift(); below !== undefined; below = waiting.shift()) {
    for (const entry of entriesOf(`${directory}/${below}`)) {
      if (isLeftOut(entry.name)) continue;
      if (matchesGlob(below + entry.name, glob)) return true;
      if (entry.isDirectory()) waiting.push(`${below}${entry.name}/`);
      looks += 1;
      if (looks === MOST_LOOKS) return false;
    }
  }
  return false;
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
