import { lstatSync, readdirSync, type Stats } from "node:fs";
import { below, type PathBytes } from "../../desk/tree/path-bytes.ts";
import type { Entries } from "./entry.ts";
import { directoriesOf, type RollbackPlan } from "./plan-rollback.ts";

/** Obstacles of a rollback that are in no snapshot: ignored files, and entries that are neither file nor link. */
export function unknownInTheWay(project: string, { write, remove }: RollbackPlan, now: Entries): Set<PathBytes> {
  const removed = new Set(remove);
  const found = new Set<PathBytes>();
  for (const path of write.keys()) {
    const blocking = directoriesOf(path).find((above) => statsOf(project, above)?.isDirectory() === false);
    if (blocking !== undefined) {
      // A path behind a link lies elsewhere.
      if (!removed.has(blocking)) found.add(blocking);
      continue;
    }
    const stats = statsOf(project, path);
    if (stats?.isDirectory()) for (const inside of filesIn(project, path)) if (!removed.has(inside)) found.add(inside);
    if (stats?.isDirectory() === false && !now.has(path)) found.add(path);
  }
  return found;
}

function statsOf(project: string, path: PathBytes): Stats | undefined {
  try {
    return lstatSync(below(project, path), { throwIfNoEntry: false });
  } catch (error) {
    // A file where its directory should be was found already.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

function* filesIn(project: string, directory: PathBytes): Generator<PathBytes> {
  for (const entry of readdirSync(below(project, directory), { encoding: "latin1", withFileTypes: true })) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(project, path);
    else yield path;
  }
}
