import { existsSync } from "node:fs";
import type { Database } from "../sqlite.ts";
import { escapingLink, type ProjectPaths } from "./project-paths.ts";
import { openRows } from "./row-database.ts";

/**
 * Opens `state.db` for one use of a disposable table. Returns `undefined` if that fails: callers must not depend on
 * the result.
 */
export function withStateDatabase<T>(places: ProjectPaths, use: (database: Database) => T): T | undefined {
  // Looking at a project must not create files in it, nor where a link leads.
  if (!existsSync(places.state) || escapingLink(places) !== undefined) return undefined;
  let database: Database | undefined;
  try {
    database = openRows(places.database);
    return use(database);
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
