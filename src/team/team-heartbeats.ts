import { type Heartbeat, heartbeatAt, heartbeatName, secondsUp, timeAt, timeHere } from "../desk/heartbeat.ts";
import type { Moment } from "../lifecycle/clock-change.ts";
import type { Queryable } from "./connect.ts";

/** The last heartbeat of a journal as a query reads it, and when each boot first saw one of another boot. */
export interface HeartbeatRow extends Heartbeat {
  seen: Record<string, { sign: string; up: number }>;
}

/** What `HeartbeatRow` is read with, for a journal `k`. */
export const HEARTBEAT_SQL = `(SELECT json_build_object('at', s.at, 'boot', s.boot, 'up', s.up, 'seen',
    coalesce((SELECT json_object_agg(seen_in, json_build_object('sign', sign, 'up', seen_up))
      FROM countersign.seen_sign e WHERE e.project = s.project AND e.journal = s.journal), '{}'::json))
  FROM countersign.sign s WHERE s.project = k.project AND s.journal = k.journal)`;

/** The heartbeats of a project's journals as this store last read them: they are asked for where nothing may wait. */
export class TeamHeartbeats {
  readonly #project: string;
  readonly #database: Queryable;
  readonly #known = new Map<string, HeartbeatRow>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(project: string, database: Queryable) {
    this.#project = project;
    this.#database = database;
  }

  async put(journal: string, moment: Moment): Promise<void> {
    const { at, boot, up } = heartbeatAt(moment);
    // The latest counts; times of two boots cannot be compared.
    const sql = `INSERT INTO countersign.sign AS known (project, journal, at, boot, up) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (project, journal) DO UPDATE SET at = excluded.at, boot = excluded.boot, up = excluded.up
      WHERE excluded.boot IS DISTINCT FROM known.boot OR coalesce(excluded.up > known.up, excluded.at > known.at)`;
    await this.#write(sql, [this.#project, journal, at, boot, up]);
  }

  /** What a query has read of a journal's heartbeats. */
  note(journal: string, row: HeartbeatRow | null): void {
    if (row === null) this.#known.delete(journal);
    else this.#known.set(journal, row);
  }

  last(journal: string, now: Moment): string | undefined {
    const sign = this.#known.get(journal);
    return sign && (timeHere(sign, now) ?? sign.at);
  }

  silentSince(journal: string, now: Moment): string | undefined {
    const sign = this.#known.get(journal);
    return sign && (timeHere(sign, now) ?? this.#firstSeen(journal, sign, now));
  }

  /** Resolves when everything that was seen is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #firstSeen(journal: string, heartbeat: HeartbeatRow, now: Moment): string {
    const up = secondsUp(now);
    if (now.boot === undefined || up === undefined || heartbeat.boot === null) return heartbeat.at;
    const sign = heartbeatName(heartbeat);
    const { id } = now.boot;
    const seen = heartbeat.seen[id];
    if (seen?.sign === sign) return timeAt(now, seen.up) ?? now.at;
    heartbeat.seen[id] = { sign, up };
    const sql = `INSERT INTO countersign.seen_sign (project, journal, seen_in, sign, seen_up) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (project, journal, seen_in) DO UPDATE SET sign = excluded.sign, seen_up = excluded.seen_up`;
    // If it is lost, another look counts as the first.
    this.#write(sql, [this.#project, journal, id, sign, up]).catch(() => {});
    return now.at;
  }

  #write(sql: string, values: unknown[]): Promise<unknown> {
    const written = this.#database.query(sql, values);
    // Without the results, each of which would hold all those before it.
    this.#writing = Promise.allSettled([this.#writing, written]).then(() => {});
    return written;
  }
}
