import { readdirSync, statSync } from "node:fs";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { bootId } from "../boot-id.ts";
import { type Home, homeDatabaseFile } from "../home.ts";
import type { HomeDatabase } from "../home-database.ts";
import type { Head } from "../journal.ts";
import { currentKeyId, keysDirectory } from "../keyring.ts";
import type { Database } from "../sqlite.ts";
import type { ProjectPaths } from "./project-paths.ts";
import { getMeta, setMeta } from "./row-index.ts";

/**
 * A directory's mtime changes when a file is added or removed; two changes within one tick of the clock look like
 * one.
 */
const TICK_MS = 50;

/** The state of the directories at one time. */
export interface Sight {
  times: number[];
  at: number;
}

/** Taken before the directories are read, so that a file added while they are read is found the next time. */
export function lookAt(places: ProjectPaths): Sight {
  const at = Date.now();
  const times = [places.plans, places.archive, places.sessions].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return { times, at };
}

/** Whether files may have been added or removed since all of them were last read. */
export function directoriesDiffer(database: Database, sight: Sight): boolean {
  const [remembered, at] = getMeta(database, "directories")?.split(" ") ?? [];
  if (remembered !== sight.times.join(",")) return true;
  return Number(at) - Math.max(...sight.times) < TICK_MS;
}

/** Only for a caller that has read everything that was there at that time. */
export function rememberDirectories(
  database: Database,
  vantage: Vantage,
  { times, at }: Sight,
  home: HomeDatabase,
): void {
  rememberSomeHead(database, vantage.places.project, home);
  setMeta(database, "directories", `${times.join(",")} ${at}`);
  setMeta(database, "boot", bootId());
  setMeta(database, "vantage", vantageOf(vantage));
}

/** Whether the tables were written before this boot: after a power failure they may be damaged, and are not used. */
export function bootDiffers(database: Database): boolean {
  const boot = getMeta(database, "boot");
  return boot !== undefined && boot !== bootId();
}

/**
 * Notes a head with the rows that were derived under it. Heads only move on, so if this one is behind or gone the next
 * time, `home.db` was lost, or put back from a backup, and the rows say something else than the journals.
 */
export function rememberHead(database: Database, journal: string, head: Head | undefined): void {
  setMeta(database, "head", head === undefined ? journal : `${journal} ${head.seq} ${head.seal}`);
}

function rememberSomeHead(database: Database, project: string, home: HomeDatabase): void {
  const journal = getMeta(database, "head")?.split(" ")[0] || home.someHead(project)?.journal || "";
  rememberHead(database, journal, journal === "" ? undefined : home.head(project, journal));
}

/** Whether `home.db` does not have the head that the rows were derived under. */
export function headsDiffer(database: Database, project: string, home: HomeDatabase): boolean {
  const [journal = "", seq, seal] = getMeta(database, "head")?.split(" ") ?? [];
  const head = journal === "" ? home.someHead(project) : home.head(project, journal);
  if (seq === undefined || head === undefined) return (seq === undefined) !== (head === undefined);
  return head.seq < Number(seq) || (head.seq === Number(seq) && head.seal !== seal);
}

/**
 * What the validity of a journal depends on: with another path, home, key or set of heads, other journals are valid.
 */
export interface Vantage {
  places: ProjectPaths;
  home: Home;
}

/**
 * Whether the rows were derived under another vantage: then all of them are derived again, though no file has
 * changed.
 */
export function vantageDiffers(database: Database, vantage: Vantage): boolean {
  return getMeta(database, "vantage") !== vantageOf(vantage);
}

function vantageOf({ places, home }: Vantage): string {
  const heads = statSync(homeDatabaseFile(home), { throwIfNoEntry: false });
  // A key that was lost, put back or imported changes its directory.
  const keys = statSync(keysDirectory(home), { throwIfNoEntry: false })?.mtimeMs;
  return JSON.stringify([places.project, home.directory, currentKeyId(home), keys, heads?.ino, heads?.birthtimeMs]);
}

/** The plans that have a file or a journal, and of those that this machine remembers the ones that have neither. */
export function planIdsIn(places: ProjectPaths, home: HomeDatabase): { there: Set<PlanId>; gone: Set<PlanId> } {
  const names = [...namesIn(places.plans, ".md"), ...namesIn(places.archive, ".md"), ...journalNamesIn(places)];
  const there = new Set(names.filter(isPlanId));
  return { there, gone: new Set(home.plans(places.project).filter((id) => !there.has(id))) };
}

export function journalNamesIn(places: ProjectPaths): string[] {
  return namesIn(places.sessions, ".jsonl");
}

function namesIn(directory: string, ending: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
}
