import type { Requests } from "../../lifecycle/request.ts";
import type { PlanId } from "../../plan/plan.ts";
import { requestRow } from "../request-row.ts";
import type { AgentRow, PlanRow } from "../rows.ts";
import type { SealedRecord } from "../seal.ts";
import type { Database } from "../sqlite.ts";
import type { Marks } from "./row-index.ts";

// What writes the tables of `row-index.ts`. A session that only looks whether a plan concerns it does not load this.

export function putPlan(database: Database, row: PlanRow, marks: Marks, isAtWork: boolean): void {
  const { id, status, updated_at, archived } = row;
  const values = [id, status, updated_at, archived ? 1 : 0, marks.file, marks.journal, JSON.stringify(row)];
  const sql = `INSERT OR REPLACE INTO plans (id, status, updated_at, archived, file_mark, journal_mark, row, at_work)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
  database.run(sql, ...values, isAtWork ? 1 : 0);
}

export function dropPlan(database: Database, id: PlanId): void {
  database.run("DELETE FROM plans WHERE id = ?", id);
  database.run("DELETE FROM texts WHERE id = ?", id);
  database.run("DELETE FROM requests WHERE journal = ?", id);
}

export function putAgent(database: Database, row: AgentRow): void {
  database.run("INSERT OR REPLACE INTO agents (id, row) VALUES (?, ?)", row.id, JSON.stringify(row));
}

/** A closed request never changes again, so its row is written once. */
export function putRequests(database: Database, journal: string, requests: Requests): void {
  const rows = database.all<{ id: string; closed_at: string }>(
    "SELECT id, closed_at FROM requests WHERE journal = ? AND closed_at IS NOT NULL",
    journal,
  );
  const closed = new Map(rows.map(({ id, closed_at }) => [id, closed_at]));
  for (const request of Object.values(requests)) {
    if (request.closing && closed.get(request.id) === request.closing.at) continue;
    const { id, kind, opened_at, expires_at = null, closed_at = null, data } = requestRow(journal, request);
    const sql = `INSERT OR REPLACE INTO requests (id, journal, kind, opened_at, expires_at, closed_at, data)
      VALUES (?, ?, ?, ?, ?, ?, ?)`;
    database.run(sql, id, journal, kind, opened_at, expires_at, closed_at, data);
  }
}

/** A broken journal has no open requests. */
export function dropRequests(database: Database, journal: string): void {
  database.run("DELETE FROM requests WHERE journal = ?", journal);
}

/** All records of a journal, from the first; those that the feed has already are skipped. */
export function putFeed(database: Database, records: readonly SealedRecord[]): void {
  const name = records[0]?.journal ?? "";
  const last = database.get<{ seq: number | null }>("SELECT max(seq) AS seq FROM feed WHERE journal = ?", name);
  for (const { journal, seq } of records.slice(last?.seq ?? 0)) {
    database.run("INSERT OR IGNORE INTO feed (journal, seq) VALUES (?, ?)", journal, seq);
  }
}

export function putText(database: Database, id: PlanId, mark: string, text: string): void {
  database.run("INSERT OR REPLACE INTO texts (id, mark, text) VALUES (?, ?, ?)", id, mark, text.toLowerCase());
}

export function forgetAll(database: Database): void {
  for (const table of ["plans", "agents", "requests", "texts"]) database.exec(`DELETE FROM ${table}`);
  database.exec("DELETE FROM meta WHERE key <> 'feed'");
}

/** The rows may lag behind the journals: everything is checked before the next list, and the feed is rebuilt. */
export function distrust(database: Database): void {
  database.exec("DELETE FROM meta WHERE key <> 'feed'; UPDATE meta SET value = lower(hex(randomblob(8)))");
}
