import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { explained, SQLITE, sqliteCode } from "./database-error.ts";
import { canLock, lockHolder } from "./file-locks.ts";
import { nodeSqlite } from "./node-sqlite.ts";

/**
 * A database file: statements prepared once, and a version, so that a database of a newer program is
 * refused. A process that has it open keeps writing after a newer program has added columns, so statements name their
 * columns.
 */
export interface Database {
  run(sql: string, ...values: Value[]): void;
  /** As `run`, but fails at once if the database is locked, also by this process itself. */
  runWithoutWaiting(sql: string, ...values: Value[]): void;
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  exec(sql: string): void;
  close(): void;
}

export type Value = string | number | null;

/** How long another process may hold the lock before we give up. Its death frees the lock at once. */
const PATIENCE_MS = 30_000;
/** How long SQLite itself waits before we look why. */
const ONE_TRY_MS = 1_000;

/**
 * `FULL`: a commit is synced when it returns. `NORMAL`: a power failure may lose the last ones, so it is for data
 * that can be derived again. `OFF`: after a power failure the file may be damaged in ways that do not show, so the caller
 * checks it after a boot.
 */
type Durability = "FULL" | "NORMAL" | "OFF";

export interface DatabaseOptions {
  durability: Durability;
  /** Advice for the user if the file is damaged. */
  whenDamaged: string;
  /** For a file that may come from another user: any object that its migrations do not create counts as damage. */
  mayBeForged?: boolean;
  /**
   * For a file that may be deleted while it is open: without a write-ahead log, whose processes share memory through a
   * file beside it. A process whose memory is cut off by the deletion of that file dies of SIGBUS.
   */
  mayBeDeleted?: boolean;
  /** This process has a lock on the file: to wait for it would be to wait for itself, so a locked file is an error at once. */
  isLockedHere?: boolean;
}

/** Errors of SQLite are reported with the file and what to do (`database-error.ts`). */
export function openDatabase(path: string, migrations: readonly string[], options: DatabaseOptions): Database {
  const oneTry = options.isLockedHere ? 0 : ONE_TRY_MS;
  const telling = <T>(work: () => T): T => {
    const end = performance.now() + (options.isLockedHere ? 0 : PATIENCE_MS);
    for (let tries = 1; ; tries++) {
      try {
        return work();
      } catch (error) {
        // After the first second: a file system without locks looks like one that another process has locked.
        const mayPass = sqliteCode(error) === SQLITE.BUSY && (tries > 1 || lockHolder(path) || canLock(dirname(path)));
        if (!mayPass || performance.now() > end) throw explained(path, error, options.whenDamaged);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      }
    }
  };
  const { DatabaseSync } = nodeSqlite();
  const raw = telling(() => new DatabaseSync(path, { timeout: oneTry }));
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = raw.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  const database: Database = {
    run: (sql, ...values) => telling(() => void prepared(sql).run(...values)),
    runWithoutWaiting: (sql, ...values) => {
      raw.exec("PRAGMA busy_timeout = 0");
      try {
        prepared(sql).run(...values);
      } finally {
        raw.exec(`PRAGMA busy_timeout = ${oneTry}`);
      }
    },
    get: <Row>(sql: string, ...values: Value[]) => telling(() => prepared(sql).get(...values) as Row | undefined),
    all: <Row>(sql: string, ...values: Value[]) => telling(() => prepared(sql).all(...values) as Row[]),
    exec: (sql) => telling(() => raw.exec(sql)),
    close: () => raw.close(),
  };
  try {
    if (options.mayBeDeleted) useRollbackJournal(raw);
    if (options.mayBeForged) telling(() => refuseForged(database, migrations));
    migrate(database, path, migrations, options);
    database.exec(`PRAGMA synchronous = ${options.durability}`);
  } catch (error) {
    raw.close();
    throw error;
  }
  return database;
}

/**
 * A copy in memory of the tables of a file that is not damaged: for reading on a full disk, where SQLite cannot create the
 * shared memory of a write-ahead log. A process that has the file to itself needs none: no other may have it open.
 */
export function copyIntoMemory(path: string, migrations: readonly string[], options: DatabaseOptions): Database {
  const copy = openDatabase(":memory:", migrations, options);
  const { DatabaseSync } = nodeSqlite();
  const file = new DatabaseSync(path, { timeout: PATIENCE_MS });
  try {
    file.exec("PRAGMA locking_mode = EXCLUSIVE");
    const tables = copy.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (const { name } of tables) {
      // An older program may have written the file: what it lacks stays empty, or has its default.
      const columns = (file.prepare(`PRAGMA table_info(${name})`).all() as { name: string }[]).map(
        (column) => column.name,
      );
      if (columns.length === 0) continue;
      const marks = columns.map(() => "?").join(", ");
      for (const row of file.prepare(`SELECT ${columns.join(", ")} FROM ${name}`).all() as Record<string, Value>[])
        copy.run(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${marks})`, ...Object.values(row));
    }
    return copy;
  } catch (error) {
    throw explained(path, error, options.whenDamaged);
  } finally {
    file.close();
  }
}

/** Runs `work` while no other process can write. */
export function exclusively<T>(database: Database, work: () => T): T {
  database.run("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.run("COMMIT");
    return result;
  } catch (error) {
    try {
      database.run("ROLLBACK");
    } catch {
      // the first error is the one to tell
    }
    throw error;
  }
}

/** A foreign view, trigger, index or constraint could change what is written, or block reading. */
function refuseForged(database: Database, migrations: readonly string[]): void {
  const own = [...migrations, "CREATE TABLE sqlite_sequence(name,seq)"].join("\n");
  const added = migrations.flatMap((step) =>
    [...step.matchAll(/ADD COLUMN ([^;]+);/g)].map(([, column]) => `, ${column}`),
  );
  // SQLite adds new columns to the table's CREATE statement. Its automatic indexes have no statement.
  const isOwn = (sql: string) => own.includes(added.reduce((made, column) => made.replace(column, ""), sql));
  const found = database.all<{ sql: string | null }>("SELECT sql FROM sqlite_schema");
  if (found.every(({ sql }) => sql === null || isOwn(sql))) return;
  throw Object.assign(new Error("it has tables, views or triggers that are not ours"), { errcode: SQLITE.CORRUPT });
}

function migrate(
  database: Database,
  path: string,
  migrations: readonly string[],
  { mayBeDeleted }: DatabaseOptions,
): void {
  const version = () => database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  if (version() > migrations.length) {
    throw new Error(`${path} was written by a newer Countersign (format ${version()}); update this one.`);
  }
  if (version() === migrations.length) return;
  // Two processes may open a new file at once.
  if (!mayBeDeleted) database.exec("PRAGMA journal_mode = WAL");
  exclusively(database, () => {
    for (const step of migrations.slice(version())) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/**
 * Holds for this connection. A database that an earlier version gave a write-ahead log keeps it while another process
 * uses it.
 */
function useRollbackJournal(raw: DatabaseSync): void {
  try {
    raw.exec("PRAGMA journal_mode = TRUNCATE");
  } catch {
    // Whatever is wrong with the file, the next statement says it.
  }
}
