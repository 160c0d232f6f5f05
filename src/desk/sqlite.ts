import type { StatementSync } from "node:sqlite";
import { explained, SQLITE, sqliteCode } from "./database-error.ts";
import { nodeSqlite } from "./node-sqlite.ts";

/**
 * A database file: opened with WAL, statements prepared once, and a version, so that a database of a newer program is
 * refused. A process that has it open keeps writing after a newer program has added columns, so statements name their
 * columns.
 */
export interface Database {
  run(sql: string, ...values: Value[]): void;
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  exec(sql: string): void;
  close(): void;
}

export type Value = string | number | null;

/** How long another process may hold the lock before we give up. Its death frees the lock at once. */
const PATIENCE_MS = 30_000;

/**
 * `FULL`: a commit is synced when it returns. `NORMAL`: a power failure may lose the last ones, so it is for data
 * that can be derived again.
 */
type Durability = "FULL" | "NORMAL";

interface DatabaseOptions {
  durability: Durability;
  /** Advice for the user if the file is damaged. */
  whenDamaged: string;
  /** For a file that may come from another user: any object that its migrations do not create counts as damage. */
  mayBeForged?: boolean;
}

/** Errors of SQLite are reported with the file and what to do (`database-error.ts`). */
export function openDatabase(path: string, migrations: readonly string[], options: DatabaseOptions): Database {
  const telling = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explained(path, error, options.whenDamaged);
    }
  };
  const { DatabaseSync } = nodeSqlite();
  const raw = telling(() => new DatabaseSync(path, { timeout: PATIENCE_MS }));
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
    get: <Row>(sql: string, ...values: Value[]) => telling(() => prepared(sql).get(...values) as Row | undefined),
    all: <Row>(sql: string, ...values: Value[]) => telling(() => prepared(sql).all(...values) as Row[]),
    exec: (sql) => telling(() => raw.exec(sql)),
    close: () => raw.close(),
  };
  try {
    if (options.mayBeForged) telling(() => refuseForged(database, migrations));
    migrate(database, path, migrations);
    database.exec(`PRAGMA synchronous = ${options.durability}`);
  } catch (error) {
    raw.close();
    throw error;
  }
  return database;
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

function migrate(database: Database, path: string, migrations: readonly string[]): void {
  const version = () => database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  if (version() > migrations.length) {
    throw new Error(`${path} was written by a newer Countersign (format ${version()}); update this one.`);
  }
  if (version() === migrations.length) return;
  useWriteAheadLog(database);
  exclusively(database, () => {
    for (const step of migrations.slice(version())) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** Two processes may open a new file at once; SQLite does not wait for this one statement by itself. */
function useWriteAheadLog(database: Database): void {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (sqliteCode(error) !== SQLITE.BUSY || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
