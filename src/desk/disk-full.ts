import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseError, SQLITE, sqliteCode } from "./database-error.ts";
import { NO_ROOM } from "./no-room.ts";

/** Whether an error of Node or of SQLite says that a disk has no room. */
export function isDiskFull(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (NO_ROOM.includes(code) || sqliteCode(error) === SQLITE.FULL) return true;
  // SQLite calls some writes without room a failure of the disk, or a file that cannot be opened.
  const isUnclear = [SQLITE.IOERR, SQLITE.CANTOPEN].includes(sqliteCode(error));
  return isUnclear && error instanceof DatabaseError && !hasRoom(dirname(error.path));
}

/** Whether a file can grow in this directory. True where the system does not say. */
export function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(directory);
    return bavail * bsize >= LEAST_ROOM && (files === 0 || ffree > 0);
  } catch {
    return true;
  }
}

/** What one commit may write, about. */
const LEAST_ROOM = 128 * 1024;
