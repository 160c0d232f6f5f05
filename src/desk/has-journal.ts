import { existsSync } from "node:fs";
import type { ProjectPaths } from "./file-store/project-paths.ts";
import { type Home, homeDatabaseFile } from "./home.ts";
import { openHomeDatabase } from "./home-database.ts";

/** Whether a journal of this name exists or did: the head of a deleted one is still known. */
export function hasJournal(home: Home, places: ProjectPaths, name: string): boolean {
  if (existsSync(places.journal(name))) return true;
  if (!existsSync(homeDatabaseFile(home))) return false;
  const database = openHomeDatabase(home);
  try {
    return (database.head(places.project, name)?.seq ?? 0) > 0;
  } finally {
    database.close();
  }
}
