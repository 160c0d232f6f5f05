import { existsSync } from "node:fs";
import type { Database } from "../sqlite.ts";
import { linkedAway, type Places } from "./places.ts";
import { openRows } from "./row-database.ts";

/**
 * A connection for the moment, for tables beside the rows that are not missed: it needs no care when somebody deletes the
 * file. Whatever goes wrong answers nothing and harms nobody, and whoever asks is at some other work.
 */
export function withRows<T>(places: Places, use: (database: Database) => T): T | undefined {
  // Looking at a project must not leave traces in it, nor anywhere a link leads.
  if (!existsSync(places.state) || linkedAway(places) !== undefined) return undefined;
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
