import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SQLITE, sqliteCode } from "../../desk/database-error.ts";
import { nodeSqlite } from "../../desk/node-sqlite.ts";

const POLL_MS = 20;

/** Works in the store under a shared lock: any number of processes may, and none tidies it up. */
export async function whileKept<T>(store: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const release = take(store, ["BEGIN", "SELECT count(*) FROM sqlite_schema"]);
    if (release === undefined) await pause(POLL_MS);
    else return work().finally(release);
  }
}

/** Works in the store under an exclusive lock; does nothing if another process uses the store. */
export async function whileAlone(store: string, work: () => Promise<void>): Promise<void> {
  const release = take(store, ["BEGIN EXCLUSIVE"]);
  if (release !== undefined) await work().finally(release);
}

/** A lock that ends with its process: SQLite's, on an empty file beside the store. */
function take(store: string, statements: readonly string[]): (() => void) | undefined {
  mkdirSync(dirname(store), { recursive: true, mode: 0o700 });
  const database = new (nodeSqlite().DatabaseSync)(`${store}.lock`, { timeout: 0 });
  try {
    for (const statement of statements) database.exec(statement);
    return () => database.close();
  } catch (error) {
    database.close();
    if (sqliteCode(error) === SQLITE.BUSY) return undefined;
    throw error;
  }
}
