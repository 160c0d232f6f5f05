import { readdirSync, statSync } from "node:fs";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { bootId } from "../boot-id.ts";
import { type Home, homeDatabaseFile } from "../home.ts";
import { currentKeyId } from "../keyring.ts";
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
export function rememberDirectories(database: Database, vantage: Vantage, { times, at }: Sight): void {
  setMeta(database, "directories", `${times.join(",")} ${at}`);
  setMeta(database, "boot", bootId());
  setMeta(database, "vantage", vantageOf(vantage));
}

/** After a power failure the tables may lag behind the journals: everything is checked once. */
export function bootDiffers(database: Database): boolean {
  return getMeta(database, "boot") !== bootId();
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
  return JSON.stringify([places.project, home.directory, currentKeyId(home), heads?.ino, heads?.birthtimeMs]);
}

export function planIdsIn(places: ProjectPaths): Set<PlanId> {
  const names = [...namesIn(places.plans, ".md"), ...namesIn(places.archive, ".md"), ...journalNamesIn(places)];
  return new Set(names.filter(isPlanId));
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
