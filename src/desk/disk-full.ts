import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseError, diskFullMessage, SQLITE, sqliteCode } from "./database-error.ts";

/** Without room for a write: the disk is full, or the user's quota is used up. */
const NO_ROOM = ["ENOSPC", "EDQUOT"];

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

/** Names the disk in an error of `work` that lacks room on it. */
export function namingFullDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!NO_ROOM.includes(code)) throw error;
    throw Object.assign(new Error(diskFullMessage(path), { cause: error }), { code, path });
  }
}
