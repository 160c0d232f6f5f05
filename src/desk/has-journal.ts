import { existsSync } from "node:fs";
import type { Places } from "./file-store/places.ts";
import { type Home, homeDatabaseFile } from "./home.ts";
import { openHomeDatabase } from "./home-database.ts";

/** Whether there is a journal of this name, or was one: its head is still known, although somebody deleted the file. */
export function hasJournal(home: Home, places: Places, name: string): boolean {
  if (existsSync(places.journal(name))) return true;
  if (!existsSync(homeDatabaseFile(home))) return false;
  const database = openHomeDatabase(home);
  try {
    return (database.head(places.project, name)?.seq ?? 0) > 0;
  } finally {
    database.close();
  }
}
