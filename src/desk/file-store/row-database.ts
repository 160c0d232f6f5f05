import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { SQLITE, sqliteCode } from "../database-error.ts";
import { type Database, exclusively, openDatabase } from "../sqlite.ts";
import { StatCache } from "../stat-cache.ts";
import { distrust, MIGRATIONS } from "./row-index.ts";

/** `state.db`: opened again after it was deleted, discarded when it is damaged. */
export class RowDatabase {
  readonly #path: string;
  #database: Database | undefined;
  #identity: number[] = [];
  /** While the stat of their directory is unchanged, the files in it are the same. */
  readonly #found = new StatCache<number[]>();
  #isHeld = false;
  #damage: Error | undefined;
  #obstacle: Error | undefined;
  /** How often it was opened: rows read before the last opening may be outdated. */
  openings = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get(): Database {
    // Under the lock the open database is kept even if its file is deleted: the lock is on it.
    if (this.#database !== undefined && (this.#isHeld || this.isInPlace())) return this.#database;
    const [before] = this.#identity;
    this.close();
    const { database, identity } = this.#openInPlace();
    this.#database = database;
    this.#identity = identity;
    this.openings++;
    // Only its write-ahead log was deleted: the database has lost its newest commits.
    if (before !== undefined && before === this.#identity[0]) distrust(database);
    return database;
  }

  /** False once the open file was deleted: then a lock on it excludes no other process. */
  isInPlace(): boolean {
    return this.#identify().every((inode, index) => inode === this.#identity[index]);
  }

  /** Runs `work` while no other process can write. Its effects stay, even if the rows cannot be written. */
  exclusively<T>(work: () => T): T {
    const database = this.get();
    let done: { value: T } | undefined;
    this.#isHeld = true;
    try {
      return exclusively(database, () => {
        done = { value: work() };
        if (this.#damage) throw this.#damage;
        return done.value;
      });
    } catch (error) {
      if (!this.discardIfDamaged(error) || done === undefined) throw error;
      return done.value;
    } finally {
      this.#isHeld = false;
      this.#damage = undefined;
    }
  }

  /** Writes rows, under the lock; a damaged database is discarded when the lock is released. */
  keep(write: (database: Database) => void): void {
    try {
      write(this.get());
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#damage = error as Error;
    }
  }

  /** Discards it if damage made an operation fail. All its content can be derived again. */
  discardIfDamaged(error: unknown): boolean {
    if (!isDamage(error)) return false;
    this.close();
    for (const file of this.#files()) rmSync(file, { force: true });
    return true;
  }

  /** Why its path cannot be written, if so: then it is in memory, and its lock excludes no other process. */
  get obstacle(): Error | undefined {
    this.get();
    return this.#obstacle;
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#identity = [];
  }

  /**
   * If the file were deleted and created while it is opened, this process could hold a database that no other process
   * sees, with the identity of the new one. So all its files must exist before opening and be the same after. A
   * connection that created one of them stays open until then, so that no later file can get its inode.
   */
  #openInPlace(): { database: Database; identity: number[] } {
    let maker: Database | undefined;
    for (let tries = 1; ; tries++) {
      this.#make();
      const found = this.#identify();
      const database = this.#open();
      const identity = this.#identify();
      maker?.close();
      const isSame = found.every((inode, index) => inode === identity[index]);
      // On the second try, a file that is still missing is not needed.
      if (this.#obstacle || (isSame && (tries > 1 || !found.includes(0)))) return { database, identity };
      maker = database;
      letOthersWork(tries);
      if (tries < MOST_TRIES) continue;
      maker.close();
      throw new Error(`${this.#path} is deleted again and again while it is opened.`);
    }
  }

  #make(): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      closeSync(openSync(this.#path, "a", 0o644));
    } catch {
      // The caller gets the reason.
    }
  }

  #open(): Database {
    this.#obstacle = undefined;
    for (let tries = 1; ; tries++) {
      try {
        mkdirSync(dirname(this.#path), { recursive: true });
        for (const path of [dirname(this.#path), this.#path]) if (existsSync(path)) accessSync(path, constants.W_OK);
        return openRows(this.#path);
      } catch (error) {
        if (this.discardIfDamaged(error)) continue;
        // A database that is deleted while it is opened fails in many ways.
        if (isDisturbed(error) && tries < MOST_TRIES) {
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

  #identify(): number[] {
    return this.#found.find(dirname(this.#path), () =>
      this.#files().map((path) => statSync(path, { throwIfNoEntry: false })?.ino ?? 0),
    );
  }

  #files(): string[] {
    return [this.#path, `${this.#path}-wal`, `${this.#path}-shm`];
  }
}

/** A process that deletes it deletes three files, and may be paused in between. */
const MOST_TRIES = 200;

function letOthersWork(tries: number): void {
  if (tries > 5) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

export function openRows(path: string): Database {
  const whenDamaged = "Delete it: everything in it is derived from the files of the plans again.";
  return openDatabase(path, MIGRATIONS, { durability: "NORMAL", whenDamaged, mayBeForged: true });
}

const DAMAGED = [SQLITE.CORRUPT, SQLITE.NOTADB];
const DISTURBED = [SQLITE.READONLY, SQLITE.IOERR, SQLITE.CANTOPEN, SQLITE.PROTOCOL];
const UNWRITABLE = [SQLITE.READONLY, SQLITE.CANTOPEN];

function isDamage(error: unknown): boolean {
  return DAMAGED.includes(sqliteCode(error));
}

function isDisturbed(error: unknown): boolean {
  // ENOENT: its directory was deleted between two calls.
  return DISTURBED.includes(sqliteCode(error)) || (error as NodeJS.ErrnoException).code === "ENOENT";
}

function isUnwritable(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return UNWRITABLE.includes(sqliteCode(error)) || ["EACCES", "EPERM", "EROFS"].includes(code);
}
