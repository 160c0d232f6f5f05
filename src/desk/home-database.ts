import { chmodSync, closeSync, openSync } from "node:fs";
import { crypto } from "./crypto.ts";
import { type Home, homeDatabaseFile, makeHome } from "./home.ts";
import type { Head } from "./journal.ts";
import { type Database, exclusively, openDatabase } from "./sqlite.ts";
import type { ChangeWeight } from "./store.ts";

/** This machine's memory of journals and approvers, outside every project. */
export interface HomeDatabase {
  /** Runs `work` while no other process of this user records anything. A light change is not synced. */
  exclusively<T>(work: () => T, weight?: ChangeWeight): T;
  head(project: string, journal: string): Head | undefined;
  heads(project: string): (Head & { journal: string })[];
  setHead(project: string, journal: string, head: Head): void;
  /** Retires the head of a journal: a new journal may begin in its place, the old one cannot come back. */
  retireHead(project: string, journal: string): void;
  projects(): string[];
  tokens: Database;
  close(): void;
}

const MIGRATIONS = [
  `CREATE TABLE heads (project TEXT NOT NULL, journal TEXT NOT NULL, seq INTEGER NOT NULL, seal TEXT NOT NULL,
     PRIMARY KEY (project, journal)) WITHOUT ROWID;
   CREATE TABLE tokens (id TEXT PRIMARY KEY, name TEXT NOT NULL, roles TEXT NOT NULL, hash TEXT NOT NULL,
     created_at TEXT NOT NULL, created_by TEXT NOT NULL, expires_at TEXT, revoked_at TEXT) WITHOUT ROWID;`,
];

const WHEN_DAMAGED =
  "It holds the heads of all journals and the approvers' tokens: put it back from your newest backup. Without one, move it away with the files beside it (home.db-wal, home.db-shm); the keys stay. Then no journal is trusted until you accept it (key adopt), and approvers need new tokens. docs/security.md tells more.";

export function openHomeDatabase(home: Home): HomeDatabase {
  makeHome(home);
  const path = homeDatabaseFile(home);
  // Before SQLite creates the file and those beside it: they take their mode from it.
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  // If a power failure took back a first head, its journal would look foreign; a later one only lags behind.
  const database = openDatabase(path, MIGRATIONS, { durability: "FULL", whenDamaged: WHEN_DAMAGED });
  let current: ChangeWeight = "full";
  const setHead: HomeDatabase["setHead"] = (project, journal, { seq, seal }) =>
    database.run(
      "INSERT OR REPLACE INTO heads (project, journal, seq, seal) VALUES (?, ?, ?, ?)",
      project,
      journal,
      seq,
      seal,
    );
  return {
    exclusively: (work, weight = "full") => {
      if (weight !== current) database.exec(`PRAGMA synchronous = ${weight === "full" ? "FULL" : "NORMAL"}`);
      current = weight;
      return exclusively(database, work);
    },
    head: (project, journal) =>
      database.get<Head>("SELECT seq, seal FROM heads WHERE project = ? AND journal = ?", project, journal),
    heads: (project) =>
      database.all("SELECT journal, seq, seal FROM heads WHERE project = ? ORDER BY journal", project),
    setHead,
    retireHead: (project, journal) =>
      setHead(project, journal, { seq: 0, seal: crypto().randomBytes(32).toString("hex") }),
    projects: () =>
      database
        .all<{ project: string }>("SELECT DISTINCT project FROM heads ORDER BY project")
        .map(({ project }) => project),
    tokens: database,
    close: () => database.close(),
  };
}
