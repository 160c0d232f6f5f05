import type { Moment } from "../../lifecycle/clock-change.ts";
import { type Heartbeat, heartbeatAt, heartbeatName, secondsUp, timeAt, timeHere } from "../heartbeat.ts";
import type { Database } from "../sqlite.ts";
import type { ProjectPaths } from "./project-paths.ts";
import { withStateDatabase } from "./with-state-database.ts";

/** Each journal's last heartbeat, in a table of `state.db`. */
export class Heartbeats {
  readonly #places: ProjectPaths;

  constructor(places: ProjectPaths) {
    this.#places = places;
  }

  put(journal: string, moment: Moment): void {
    const { at, boot, up } = heartbeatAt(moment);
    // The latest counts; times of two boots cannot be compared.
    const sql = `INSERT INTO signs (journal, at, boot, up) VALUES (?, ?, ?, ?) ON CONFLICT (journal)
      DO UPDATE SET at = excluded.at, boot = excluded.boot, up = excluded.up
      WHERE excluded.boot IS NOT signs.boot OR coalesce(excluded.up > signs.up, excluded.at > signs.at)`;
    withStateDatabase(this.#places, (database) => database.run(sql, journal, at, boot, up));
  }

  last(journal: string, now: Moment): string | undefined {
    return withStateDatabase(this.#places, (database) => {
      const sign = signOf(database, journal);
      return sign && (timeHere(sign, now) ?? sign.at);
    });
  }

  silentSince(journal: string, now: Moment): string | undefined {
    return withStateDatabase(this.#places, (database) => {
      const sign = signOf(database, journal);
      return sign && (timeHere(sign, now) ?? firstSeen(database, journal, sign, now));
    });
  }
}

function signOf(database: Database, journal: string): Heartbeat | undefined {
  return database.get<Heartbeat>("SELECT at, boot, up FROM signs WHERE journal = ?", journal);
}

/** When a process of this boot first saw this heartbeat; it is remembered, because a command looks once and ends. */
function firstSeen(database: Database, journal: string, heartbeat: Heartbeat, now: Moment): string {
  const seconds = secondsUp(now);
  if (now.boot === undefined || seconds === undefined || heartbeat.boot === null) return heartbeat.at;
  const sign = heartbeatName(heartbeat);
  const seen = database.get<{ sign: string; seen_up: number }>(
    "SELECT sign, seen_up FROM seen_signs WHERE journal = ? AND seen_in = ?",
    journal,
    now.boot.id,
  );
  if (seen?.sign === sign) return timeAt(now, seen.seen_up) ?? now.at;
  const sql = "INSERT OR REPLACE INTO seen_signs (journal, seen_in, sign, seen_up) VALUES (?, ?, ?, ?)";
  try {
    // This process may hold the lock itself: then the next look writes it.
    database.runWithoutWaiting(sql, journal, now.boot.id, sign, seconds);
  } catch {
    // It counts as seen now.
  }
  return now.at;
}
