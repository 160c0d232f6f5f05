import type { PlanId } from "../../plan/plan.ts";
import { type HomeDatabase, openHomeDatabase } from "../home-database.ts";
import type { Database } from "../sqlite.ts";
import { StatCache } from "../stat-cache.ts";
import {
  bootDiffers,
  directoriesDiffer,
  headsDiffer,
  lookAt,
  planIdsIn,
  type Vantage,
  vantageDiffers,
} from "./directories.ts";
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
      isBehindHome(database, vantage);
    return isBehind ? undefined : read(database);
  });
}

function isBehindHome(database: Database, { places, home: directory }: Vantage): boolean {
  const home = openHomeDatabase(directory);
  try {
    return (
      headsDiffer(database, places.project, home) ||
      (directoriesDiffer(database, lookAt(places)) && plansDiffer(database, places, home))
    );
  } finally {
    home.close();
  }
}

/** Whether plans were added or removed. A commit also changes the times of directories, but updates its rows itself. */
function plansDiffer(database: Database, places: ProjectPaths, home: HomeDatabase): boolean {
  const known = allMarks(database);
  const { there, gone } = planIdsIn(places, home);
  const isKnownAsGone = (id: PlanId) => known.get(id)?.file === "" && known.get(id)?.journal === "";
  return (
    known.size !== there.size + gone.size || [...there].some((id) => !known.has(id)) || ![...gone].every(isKnownAsGone)
  );
}
