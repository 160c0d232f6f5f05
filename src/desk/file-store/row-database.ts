import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { SQLITE, sqliteCode } from "../database-error.ts";
import { type Database, exclusively, openDatabase } from "../sqlite.ts";
import { Untouched } from "../untouched.ts";
import { distrust, MIGRATIONS } from "./row-index.ts";

/** `state.db` in its place: opened anew when somebody has deleted it, thrown away when it is damaged. */
export class RowDatabase {
  readonly #path: string;
  #database: Database | undefined;
  #identity: number[] = [];
  /** Files come and go in their directory; as long as it looks untouched, they are the same. */
  readonly #found = new Untouched<number[]>();
  #isHeld = false;
  #damage: Error | undefined;
  #obstacle: Error | undefined;
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
    const { database, identity } = this.#openInPlace();
    this.#database = database;
    this.#identity = identity;
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

  /** Why nothing can be written in its place, if that is so: then it is in memory, and its lock keeps nobody out. */
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
   * Deleted and made anew while it was opened, it would be one that nobody else sees, with the looks of the one in its
   * place. So all its files are there before, and must still be there after. One that made some of them is kept open
   * meanwhile: no file that comes later can look like one of its own.
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
      // On the second try, a file that is still missing is one that is not needed here.
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
      // Whoever opens it is told why.
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
        // Deleted while it was opened: that fails in many ways.
        if (isDisturbed(error) && tries < MOST_TRIES) {
          letOthersWork(tries);
          continue;
        }
        if (!isUnwritable(error)) throw error;
        // All of it can be derived, so whoever only looks is served from memory.
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

/** Whoever deletes it deletes three files, and may have to wait for the processor in between. */
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
