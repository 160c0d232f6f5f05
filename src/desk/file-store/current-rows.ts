import type { Database } from "../sqlite.ts";
import { Untouched } from "../untouched.ts";
import { bootDiffers, directoriesDiffer, lookAt, planIdsIn, type Vantage, vantageDiffers } from "./directories.ts";
import type { Places } from "./places.ts";
import { allMarks } from "./row-index.ts";
import { findUnfinished } from "./unfinished.ts";
import { withRows } from "./with-rows.ts";

/** Reads rows without a store. Nothing if they may be behind the files: then a store has to catch up with those first. */
export function readCurrentRows<T>(vantage: Vantage, read: (database: Database) => T): T | undefined {
  const { places } = vantage;
  return withRows(places, (database) => {
    const isBehind =
      findUnfinished(places, new Untouched()).length > 0 ||
      vantageDiffers(database, vantage) ||
      bootDiffers(database) ||
      (directoriesDiffer(database, lookAt(places)) && plansDiffer(database, places));
    return isBehind ? undefined : read(database);
  });
}

/** Whether plans have come or gone. A commit changes the times of directories as well, and brings its rows along. */
function plansDiffer(database: Database, places: Places): boolean {
  const known = allMarks(database);
  const found = planIdsIn(places);
  return known.size !== found.size || [...found].some((id) => !known.has(id));
}
