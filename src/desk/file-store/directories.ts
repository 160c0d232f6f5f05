import { readdirSync, statSync } from "node:fs";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { bootId } from "../boot-id.ts";
import { type Home, homeDatabaseFile } from "../home.ts";
import { currentKeyId } from "../keyring.ts";
import type { Database } from "../sqlite.ts";
import type { Places } from "./places.ts";
import { getMeta, setMeta } from "./row-index.ts";

/** A directory's time changes when a file comes or goes; within one tick of the clock it may not show. */
const TICK_MS = 50;

/** How the directories were at some moment. */
export interface Sight {
  times: number[];
  at: number;
}

/** To be taken before the directories are read: what comes while they are read is then found the next time. */
export function lookAt(places: Places): Sight {
  const at = Date.now();
  const times = [places.plans, places.archive, places.sessions].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return { times, at };
}

/** Whether files may have come or gone since everything that was there was taken in. */
export function directoriesDiffer(database: Database, sight: Sight): boolean {
  const [remembered, at] = getMeta(database, "directories")?.split(" ") ?? [];
  if (remembered !== sight.times.join(",")) return true;
  return Number(at) - Math.max(...sight.times) < TICK_MS;
}

/** Only for whoever has taken in everything that was there at that moment. */
export function rememberDirectories(database: Database, vantage: Vantage, { times, at }: Sight): void {
  setMeta(database, "directories", `${times.join(",")} ${at}`);
  setMeta(database, "boot", bootId());
  setMeta(database, "vantage", vantageOf(vantage));
}

/** After a power failure the tables may lag behind the journals: look at everything once. */
export function bootDiffers(database: Database): boolean {
  return getMeta(database, "boot") !== bootId();
}

/** From where journals are judged: in another place, or with another home, key or memory of heads, other ones hold. */
export interface Vantage {
  places: Places;
  home: Home;
}

/** Whether what was derived was derived elsewhere: then all of it is looked at anew, though no file has changed. */
export function vantageDiffers(database: Database, vantage: Vantage): boolean {
  return getMeta(database, "vantage") !== vantageOf(vantage);
}

function vantageOf({ places, home }: Vantage): string {
  const heads = statSync(homeDatabaseFile(home), { throwIfNoEntry: false });
  return JSON.stringify([places.project, home.directory, currentKeyId(home), heads?.ino, heads?.birthtimeMs]);
}

export function planIdsIn(places: Places): Set<PlanId> {
  const names = [...namesIn(places.plans, ".md"), ...namesIn(places.archive, ".md"), ...journalNamesIn(places)];
  return new Set(names.filter(isPlanId));
}

export function journalNamesIn(places: Places): string[] {
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
