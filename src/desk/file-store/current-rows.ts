import type { Database } from "../sqlite.ts";
import { StatCache } from "../stat-cache.ts";
import { bootDiffers, directoriesDiffer, lookAt, planIdsIn, type Vantage, vantageDiffers } from "./directories.ts";
import type { ProjectPaths } from "./project-paths.ts";
import { allMarks } from "./row-index.ts";
import { findUnfinished } from "./unfinished.ts";
import { withStateDatabase } from "./with-state-database.ts";

/** Reads rows without a store. Undefined if they may be behind the files: then a store has to catch up first. */
export function readCurrentRows<T>(vantage: Vantage, read: (database: Database) => T): T | undefined {
  const { places } = vantage;
  return withStateDatabase(places, (database) => {
    const isBehind =
      findUnfinished(places, new StatCache()).length > 0 ||
      vantageDiffers(database, vantage) ||
      bootDiffers(database) ||
      (directoriesDiffer(database, lookAt(places)) && plansDiffer(database, places));
    return isBehind ? undefined : read(database);
  });
}

/** Whether plans were added or removed. A commit also changes the times of directories, but updates its rows itself. */
function plansDiffer(database: Database, places: ProjectPaths): boolean {
  const known = allMarks(database);
  const found = planIdsIn(places);
  return known.size !== found.size || [...found].some((id) => !known.has(id));
}
