import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { SQLITE, sqliteCode } from "../database-error.ts";
import { hasRoom, isDiskFull } from "../disk-full.ts";
import { type Database, exclusively, openDatabase } from "../sqlite.ts";
import { StatCache } from "../stat-cache.ts";
import { MIGRATIONS } from "./row-index.ts";

/** `state.db`: opened again after it was deleted, discarded when it is damaged. */
export class RowDatabase {
  readonly #path: string;
  #database: Database | undefined;
  #inode = 0;
  /** While the stat of its directory is unchanged, the file in it is the same. */
  readonly #found = new StatCache<number>();
  #isHeld = false;
  /** Why rows could not be written under the current lock. */
  #loss: Error | undefined;
  #obstacle: Error | undefined;
  /** Rows found no room on the disk. Discarding them makes room, which would not last. */
  #fullDisk: { error: Error; at: number } | undefined;
  /** How often it was opened: rows read before the last opening may be outdated. */
  openings = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get(): Database {
    // Under the lock the open database is kept even if its file is deleted: the lock is on it.
    if (this.#database !== undefined && (this.#isHeld || (this.isInPlace() && !this.#hasRoomAgain())))
      return this.#database;
    this.close();
    const { database, inode } = this.#openInPlace();
    this.#database = database;
    this.#inode = inode;
    this.openings++;
    return database;
  }

  /** False once the open file was deleted: then a lock on it excludes no other process. */
  isInPlace(): boolean {
    return this.#inodeInPlace() === this.#inode;
  }

  /** Runs `work` while no other process can write. Its effects stay, even if the rows cannot be written. */
  exclusively<T>(work: () => T): T {
    for (let tries = 1; ; tries++) {
      const database = this.get();
      let isBegun = false;
      let done: { value: T } | undefined;
      this.#isHeld = true;
      heldHere.add(this.#path);
      try {
        return exclusively(database, () => {
          isBegun = true;
          done = { value: work() };
          if (this.#loss) throw this.#loss;
          return done.value;
        });
      } catch (error) {
        const isGone = !this.isInPlace();
        // The error is one of the rows alone. If they could not be written, no process may read the old ones.
        if (done !== undefined) {
          if (!isGone) this.discard();
          if (isDiskFull(error)) this.useMemory(error);
          return done.value;
        }
        const isSpoilt = isDamage(error) || isDisturbed(error);
        if (isBegun || !(isGone || isSpoilt) || tries >= MOST_TRIES) throw error;
        if (!isGone) this.discard();
        letOthersWork(tries);
      } finally {
        this.#isHeld = false;
        heldHere.delete(this.#path);
        this.#loss = undefined;
      }
    }
  }

  /** Writes rows, under the lock. If they cannot be written, the database is discarded when the lock is released. */
  keep(write: (database: Database) => void): void {
    if (this.#loss) return;
    try {
      write(this.get());
    } catch (error) {
      // Deleted since: SQLite refuses to write to a file that is not in its place.
      if (!isDamage(error) && !isDiskFull(error) && this.isInPlace()) throw error;
      this.#loss = error as Error;
    }
  }

  /** Discards it if damage made an operation fail. All its content can be derived again. */
  discardIfDamaged(error: unknown): boolean {
    if (!isDamage(error)) return false;
    this.discard();
    return true;
  }

  /** On a full disk: rows are derived in memory for a while, for this process alone. */
  useMemory(fullDisk: unknown): void {
    this.#fullDisk = { error: fullDisk as Error, at: performance.now() };
    this.close();
  }

  get isPrivate(): boolean {
    return this.obstacle !== undefined && isDiskFull(this.obstacle);
  }

  /** Why its path cannot be written, if so: then it is in memory, and its lock excludes no other process. */
  get obstacle(): Error | undefined {
    this.get();
    return this.#obstacle;
  }

  discard(): void {
    this.close();
    for (const file of this.#files()) rmSync(file, { force: true });
  }

  /** Whether a full disk made it a database in memory, and it can be on the disk again. */
  #hasRoomAgain(): boolean {
    if (this.#obstacle === undefined || !isDiskFull(this.#obstacle)) return false;
    const isSoon = performance.now() - (this.#fullDisk?.at ?? Number.NEGATIVE_INFINITY) < FULL_FOR_MS;
    return !isSoon && hasRoom(dirname(this.#path));
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#inode = 0;
  }

  /**
   * If the file were deleted and created while it is opened, this process could hold a database that no other process
   * sees. So the same file must be in its place before and after; while it is held open, no later file can get its inode.
   */
  #openInPlace(): { database: Database; inode: number } {
    for (let tries = 1; ; tries++) {
      const fd = this.#make();
      const database = this.#open();
      const inode = this.#inodeInPlace();
      const isSame = fd !== undefined && fstatSync(fd).ino === inode;
      // No lock is held yet: closing drops the locks that this process has on the file.
      if (fd !== undefined) closeSync(fd);
      if (this.#obstacle || isSame) return { database, inode };
      database.close();
      letOthersWork(tries);
      if (tries >= MOST_TRIES) throw new Error(`${this.#path} is deleted again and again while it is opened.`);
    }
  }

  #make(): number | undefined {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      return openSync(this.#path, "a", 0o644);
    } catch {
      // The caller gets the reason.
      return undefined;
    }
  }

  #open(): Database {
    this.#obstacle = this.#fullDisk?.error;
    if (this.#obstacle !== undefined && !this.#hasRoomAgain()) return openRows(":memory:");
    this.#fullDisk = undefined;
    this.#obstacle = undefined;
    for (let tries = 1; ; tries++) {
      try {
        mkdirSync(dirname(this.#path), { recursive: true });
        for (const path of [dirname(this.#path), this.#path]) if (existsSync(path)) accessSync(path, constants.W_OK);
        return openRows(this.#path);
      } catch (error) {
        if (this.discardIfDamaged(error)) continue;
        // A database that is deleted while it is opened fails in many ways.
        if (isDisturbed(error) && !isDiskFull(error) && tries < MOST_TRIES) {
          letOthersWork(tries);
          continue;
        }
        if (!isUnwritable(error)) throw error;
        // All content can be derived, so a reader works with a database in memory.
        this.#obstacle = error as Error;
        return openRows(":memory:");
      }
    }
  }

  #inodeInPlace(): number {
    return this.#found.find(dirname(this.#path), () => statSync(this.#path, { throwIfNoEntry: false })?.ino ?? 0);
  }

  #files(): string[] {
    return ["", "-journal", "-wal", "-shm"].map((ending) => `${this.#path}${ending}`);
  }
}

/** The files on which this process has the lock now. */
const heldHere = new Set<string>();

const MOST_TRIES = 200;
const FULL_FOR_MS = 10_000;

function letOthersWork(tries: number): void {
  if (tries > 5) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

export function openRows(path: string): Database {
  const whenDamaged = "Delete it: everything in it is derived from the files of the plans again.";
  // A file that was undone, or that took the place of the locked one, has to be migrated before it is used.
  const isLockedHere = heldHere.has(path);
  const options = { durability: "OFF", whenDamaged, mayBeForged: true, mayBeDeleted: true, isLockedHere } as const;
  return openDatabase(path, MIGRATIONS, options);
}

const DAMAGED = [SQLITE.CORRUPT, SQLITE.NOTADB];
const DISTURBED = [SQLITE.READONLY, SQLITE.IOERR, SQLITE.CANTOPEN, SQLITE.PROTOCOL];
const UNWRITABLE = [SQLITE.READONLY, SQLITE.CANTOPEN];

/** Without a table of ours: its journal was undone in a file that took its place. */
function isDamage(error: unknown): boolean {
  return DAMAGED.includes(sqliteCode(error)) || /^no such table: \w+$/.test((error as Error).message);
}

function isDisturbed(error: unknown): boolean {
  // ENOENT: its directory was deleted between two calls.
  return DISTURBED.includes(sqliteCode(error)) || (error as NodeJS.ErrnoException).code === "ENOENT";
}

function isUnwritable(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  const isClosed = UNWRITABLE.includes(sqliteCode(error)) || ["EACCES", "EPERM", "EROFS"].includes(code);
  return isClosed || isDiskFull(error);
}
