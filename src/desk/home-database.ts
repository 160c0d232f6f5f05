import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { isPlanId, type PlanId } from "../plan/plan.ts";
import { crypto } from "./crypto.ts";
import { hasRoom, isDiskFull } from "./disk-full.ts";
import { type Home, homeDatabaseFile, makeHome } from "./home.ts";
import { inOwnDirectory } from "./home-owner.ts";
import type { Head } from "./journal.ts";
import { diskFullMessage } from "./no-room.ts";
import { copyIntoMemory, type Database, exclusively, openDatabase } from "./sqlite.ts";
import type { ChangeWeight } from "./store.ts";

/** This machine's memory of journals and approvers, outside every project. */
export interface HomeDatabase {
  /** Runs `work` while no other process of this user records anything. A light change is not synced. */
  exclusively<T>(work: () => T, weight?: ChangeWeight): T;
  head(project: string, journal: string): Head | undefined;
  heads(project: string): (Head & { journal: string })[];
  /** Any head of the project. */
  someHead(project: string): (Head & { journal: string }) | undefined;
  /** The plans of which this machine remembers records. */
  plans(project: string): PlanId[];
  /** The living heads of journals of this name in other projects. */
  headsElsewhere(project: string, journal: string): (Head & { project: string })[];
  setHead(project: string, journal: string, head: Head): void;
  /** Retires the head of a journal: a new journal may begin in its place, the old one cannot come back. */
  retireHead(project: string, journal: string): void;
  projects(): string[];
  /** The tables of tokens, sign-in codes, sessions and served projects. */
  readonly access: Database;
  close(): void;
}

const MIGRATIONS = [
  `CREATE TABLE heads (project TEXT NOT NULL, journal TEXT NOT NULL, seq INTEGER NOT NULL, seal TEXT NOT NULL,
     PRIMARY KEY (project, journal)) WITHOUT ROWID;
   CREATE TABLE tokens (id TEXT PRIMARY KEY, name TEXT NOT NULL, roles TEXT NOT NULL, hash TEXT NOT NULL,
     created_at TEXT NOT NULL, created_by TEXT NOT NULL, expires_at TEXT, revoked_at TEXT) WITHOUT ROWID;`,
  `ALTER TABLE tokens ADD COLUMN access TEXT NOT NULL DEFAULT 'approver';
   CREATE TABLE sign_in_codes (hash TEXT PRIMARY KEY, account TEXT NOT NULL, created_at TEXT NOT NULL,
     expires_at TEXT NOT NULL, used_at TEXT) WITHOUT ROWID;
   CREATE TABLE web_sessions (id TEXT PRIMARY KEY, hash TEXT NOT NULL, account TEXT, token_id TEXT, port INTEGER NOT NULL,
     created_at TEXT NOT NULL, last_seen_at TEXT NOT NULL, expires_at TEXT NOT NULL, user_agent TEXT NOT NULL,
     address TEXT NOT NULL, revoked_at TEXT) WITHOUT ROWID;
   CREATE TABLE served_projects (port INTEGER NOT NULL, directory TEXT NOT NULL, added_at TEXT NOT NULL,
     PRIMARY KEY (port, directory)) WITHOUT ROWID;`,
];

const WHEN_DAMAGED =
  "It holds the heads of all journals and the approvers' tokens: put it back from your newest backup. Without one, move it away with the files beside it (home.db-wal, home.db-shm); the keys stay. Then no journal is trusted until you accept it (key adopt), and approvers need new tokens. docs/recovery.md says more.";

/** Opened again if another file took its place: a backup that was put back, or the new one of another process. */
export function openHomeDatabase(home: Home): HomeDatabase {
  const path = homeDatabaseFile(home);
  let opened = openInPlace(home);
  let isHeld = false;
  const isInPlace = () => (statSync(path, { throwIfNoEntry: false })?.ino ?? opened.inode) === opened.inode;
  const current = (): Database => {
    // Under the lock it stays: the lock is on it.
    if (isHeld || (isInPlace() && !(opened.fullDisk && hasRoom(home.directory)))) return opened.database;
    opened.database.close();
    opened = openInPlace(home);
    return opened.database;
  };
  const locked = <T>(work: () => T, weight: ChangeWeight): { value: T } | undefined => {
    const database = current();
    if (opened.fullDisk) throw opened.fullDisk;
    if (weight !== opened.weight) database.exec(`PRAGMA synchronous = ${weight === "full" ? "FULL" : "NORMAL"}`);
    opened.weight = weight;
    return exclusively(database, () => {
      if (!isInPlace()) return undefined;
      isHeld = true;
      try {
        return { value: work() };
      } finally {
        isHeld = false;
      }
    });
  };
  const setHead: HomeDatabase["setHead"] = (project, journal, { seq, seal }) =>
    current().run(
      "INSERT OR REPLACE INTO heads (project, journal, seq, seal) VALUES (?, ?, ?, ?)",
      project,
      journal,
      seq,
      seal,
    );
  return {
    exclusively: (work, weight = "full") => {
      for (;;) {
        const done = locked(work, weight);
        if (done) return done.value;
      }
    },
    head: (project, journal) =>
      current().get<Head>("SELECT seq, seal FROM heads WHERE project = ? AND journal = ?", project, journal),
    heads: (project) =>
      current().all("SELECT journal, seq, seal FROM heads WHERE project = ? ORDER BY journal", project),
    someHead: (project) =>
      current().get("SELECT journal, seq, seal FROM heads WHERE project = ? ORDER BY journal LIMIT 1", project),
    plans: (project) =>
      current()
        .all<{ journal: string }>("SELECT journal FROM heads WHERE project = ? AND seq > 0 ORDER BY journal", project)
        .map(({ journal }) => journal)
        .filter(isPlanId),
    headsElsewhere: (project, journal) =>
      current().all(
        "SELECT project, seq, seal FROM heads WHERE journal = ? AND project <> ? AND seq > 0 ORDER BY project",
        journal,
        project,
      ),
    setHead,
    retireHead: (project, journal) =>
      setHead(project, journal, { seq: 0, seal: crypto().randomBytes(32).toString("hex") }),
    projects: () =>
      current()
        .all<{ project: string }>("SELECT DISTINCT project FROM heads ORDER BY project")
        .map(({ project }) => project),
    get access() {
      return current();
    },
    close: () => opened.database.close(),
  };
}

interface OpenHome {
  database: Database;
  inode: number;
  weight: ChangeWeight;
  /** Why the database is a copy in memory, if so: it can be read, and no process may record anything. */
  fullDisk?: Error;
}

function openInPlace(home: Home): OpenHome {
  makeHome(home);
  const path = homeDatabaseFile(home);
  const inode = inOwnDirectory(home.directory, () => {
    // Before SQLite creates the file and those beside it: they take their mode from it. Closing a file that this process
    // has open as a database would drop that database's locks.
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
    return statSync(path).ino;
  });
  // If a power failure took back a first head, its journal would look foreign; a later one only lags behind.
  const options = { durability: "FULL", whenDamaged: WHEN_DAMAGED } as const;
  try {
    return { database: openDatabase(path, MIGRATIONS, options), inode, weight: "full" };
  } catch (error) {
    if (!isDiskFull(error) || statSync(path).size === 0) throw error;
    const fullDisk = Object.assign(new Error(diskFullMessage(path), { cause: error }), { code: "ENOSPC", path });
    const refuse = () => {
      throw fullDisk;
    };
    const copy = copyIntoMemory(path, MIGRATIONS, options);
    const database = { ...copy, run: refuse, runWithoutWaiting: refuse, exec: refuse };
    return { database, inode, weight: "full", fullDisk };
  }
}
