import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Database, exclusively, openDatabase } from "../sqlite.ts";
import { distrust, MIGRATIONS } from "./row-index.ts";

/** `state.db` in its place: opened anew when somebody has deleted it, thrown away when it is damaged. */
export class RowDatabase {
  readonly #path: string;
  #database: Database | undefined;
  #identity: number[] = [];
  #isHeld = false;
  #damage: Error | undefined;
  /** How often it was opened: rows read before may not be those of now. */
  openings = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get(): Database {
    // Under the lock it stays the same one, whatever happens to the file: the lock is on it.
    if (this.#database !== undefined && (this.#isHeld || this.isInPlace())) return this.#database;
    const [before] = this.#identity;
    this.close();
    const database = this.#open();
    this.#database = database;
    this.#identity = this.#identify();
    this.openings++;
    // Somebody has deleted its write-ahead log alone: it has gone back to an earlier day.
    if (before !== undefined && before === this.#identity[0]) distrust(database);
    return database;
  }

  /** False once somebody has deleted what we have open: then a lock on it keeps nobody out. */
  isInPlace(): boolean {
    return this.#identify().every((inode, index) => inode === this.#identity[index]);
  }

  /** Runs `work` while nobody else can write. What it has done stands, even if no rows can be kept of it. */
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

  /** Keeps rows, under the lock; if it is too damaged for that, it is thrown away in the end. */
  keep(write: (database: Database) => void): void {
    try {
      write(this.get());
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#damage = error as Error;
    }
  }

  /** Throws it away if that is why something failed. Everything in it can be derived again. */
  discardIfDamaged(error: unknown): boolean {
    if (!isDamage(error)) return false;
    this.close();
    for (const file of this.#files()) rmSync(file, { force: true });
    return true;
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#identity = [];
  }

  #open(): Database {
    for (let tries = 1; ; tries++) {
      try {
        mkdirSync(dirname(this.#path), { recursive: true });
        return openDatabase(this.#path, MIGRATIONS, "NORMAL");
      } catch (error) {
        // Deleted while it was opened: that fails in many ways.
        if (!this.discardIfDamaged(error) && !(isDisturbed(error) && tries < 20)) throw error;
      }
    }
  }

  #identify(): number[] {
    return this.#files().map((path) => statSync(path, { throwIfNoEntry: false })?.ino ?? 0);
  }

  #files(): string[] {
    return [this.#path, `${this.#path}-wal`, `${this.#path}-shm`];
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26];

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL. */
const DISTURBED = [8, 10, 14, 15];

function isDamage(error: unknown): boolean {
  return DAMAGED.includes(codeOf(error));
}

function isDisturbed(error: unknown): boolean {
  return DISTURBED.includes(codeOf(error));
}

/** The primary code; the finer ones are in the bits above it. */
function codeOf(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
