import { isPlanId, type PlanId } from "../../plan/plan.ts";
import type { AgentRow, IdleQuery, PlanPage, PlanQuery, PlanRow, PlanSort, RequestQuery, RequestRow } from "../rows.ts";
import type { Database, Value } from "../sqlite.ts";
import type { FeedPoint } from "../store.ts";

/** The tables of `state.db`. Everything in them can be derived from the files again. */
export const MIGRATIONS = [
  `CREATE TABLE plans (id TEXT PRIMARY KEY, status TEXT NOT NULL, updated_at TEXT NOT NULL, archived INTEGER NOT NULL,
     file_mark TEXT NOT NULL, journal_mark TEXT NOT NULL, row TEXT NOT NULL) WITHOUT ROWID;
   CREATE INDEX plans_by_time ON plans (archived, updated_at DESC, id DESC);
   CREATE INDEX plans_by_status ON plans (status, archived, updated_at DESC, id DESC);
   CREATE TABLE agents (id TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE requests (id TEXT PRIMARY KEY, journal TEXT NOT NULL, kind TEXT NOT NULL, opened_at TEXT NOT NULL,
     expires_at TEXT, closed_at TEXT, data TEXT NOT NULL) WITHOUT ROWID;
   CREATE INDEX requests_open ON requests (opened_at) WHERE closed_at IS NULL;
   CREATE INDEX requests_by_journal ON requests (journal);
   CREATE TABLE feed (n INTEGER PRIMARY KEY AUTOINCREMENT, journal TEXT NOT NULL, seq INTEGER NOT NULL,
     UNIQUE (journal, seq));
   CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   INSERT INTO meta VALUES ('feed', lower(hex(randomblob(8))));`,
  // Not derived, but not needed either: `store.ts` says what counts without them.
  "CREATE TABLE signs (journal TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;",
  // Processes that run plans, and those that wait for a slot: dead ones do not count, and the journals have the rest.
  `CREATE TABLE slots (lease TEXT PRIMARY KEY, plan TEXT NOT NULL, holder TEXT NOT NULL, taken INTEGER NOT NULL,
     priority INTEGER NOT NULL, since TEXT NOT NULL) WITHOUT ROWID;`,
  // The statistics of each journal, valid while its last record has this seal.
  "CREATE TABLE facts (journal TEXT PRIMARY KEY, seal TEXT NOT NULL, facts TEXT NOT NULL) WITHOUT ROWID;",
  // Whether steps of a plan are in progress: unknown for rows that an older Countersign wrote.
  `ALTER TABLE plans ADD COLUMN at_work INTEGER NOT NULL DEFAULT 1;
   CREATE INDEX agents_by_phase ON agents (json_extract(row, '$.phase'));`,
  // The count of steps has changed: each row is derived again from its files.
  "UPDATE plans SET file_mark = '', journal_mark = ''; DELETE FROM meta WHERE key <> 'feed';",
  // Heartbeats by the time since the boot, and when processes of another boot first saw them.
  `ALTER TABLE signs ADD COLUMN boot TEXT;
   ALTER TABLE signs ADD COLUMN up REAL;
   CREATE TABLE seen_signs (journal TEXT NOT NULL, seen_in TEXT NOT NULL, sign TEXT NOT NULL,
     seen_up REAL NOT NULL, PRIMARY KEY (journal, seen_in)) WITHOUT ROWID;`,
  // The texts of plans for a search, filled by the first search, and the requests that were answered last.
  `CREATE TABLE texts (id TEXT PRIMARY KEY, mark TEXT NOT NULL, text TEXT NOT NULL);
   CREATE INDEX requests_closed ON requests (closed_at) WHERE closed_at IS NOT NULL;`,
];

export interface Marks {
  file: string;
  journal: string;
}

export function listAgents(database: Database): AgentRow[] {
  return database.all<{ row: string }>("SELECT row FROM agents ORDER BY id").map(({ row }) => JSON.parse(row));
}

export function agentsIn(database: Database, phases: readonly string[]): AgentRow[] {
  const sql = `SELECT row FROM agents WHERE json_extract(row, '$.phase') IN (${phases.map(() => "?").join(", ")})`;
  return database.all<{ row: string }>(sql, ...phases).map(({ row }) => JSON.parse(row));
}

export function listRequests(database: Database, query: RequestQuery): RequestRow[] {
  const wanted: string[] = [];
  const values: Value[] = [];
  const where = (clause: string, ...more: Value[]) => {
    wanted.push(clause);
    values.push(...more);
  };
  if (query.id !== undefined) where("id = ?", query.id);
  if (query.journal !== undefined) where("journal = ?", query.journal);
  if (query.open) where("closed_at IS NULL");
  if (query.expired_before !== undefined) where("closed_at IS NULL AND expires_at <= ?", query.expired_before);
  if (query.after !== undefined) {
    const [openedAt = "", ...id] = query.after.split(" ");
    where("(opened_at, id) > (?, ?)", openedAt, id.join(" "));
  }
  const filter = wanted.length > 0 ? `WHERE ${wanted.join(" AND ")}` : "";
  const rows = database.all<Record<string, string | null>>(
    `SELECT * FROM requests ${filter} ORDER BY opened_at, id LIMIT ?`,
    ...values,
    query.limit,
  );
  return rows.map(withoutNulls);
}

export function closedRequests(database: Database, most: number): RequestRow[] {
  const sql = "SELECT * FROM requests WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, id DESC LIMIT ?";
  return database.all<Record<string, string | null>>(sql, most).map(withoutNulls);
}

function withoutNulls(row: Record<string, string | null>): RequestRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as RequestRow;
}

export function countRequests(database: Database, { open }: Pick<RequestQuery, "open">): number {
  const sql = `SELECT count(*) AS total FROM requests ${open ? "WHERE closed_at IS NULL" : ""}`;
  return database.get<{ total: number }>(sql)?.total ?? 0;
}

/** When the first open request expires after this moment. */
export function nextExpiry(database: Database, after: string): string | undefined {
  const sql = "SELECT min(expires_at) AS expires_at FROM requests WHERE closed_at IS NULL AND expires_at > ?";
  return database.get<{ expires_at: string | null }>(sql, after)?.expires_at ?? undefined;
}

export function readFeed(
  database: Database,
  after: number,
  limit: number,
): { n: number; journal: string; seq: number }[] {
  return database.all("SELECT n, journal, seq FROM feed WHERE n > ? ORDER BY n LIMIT ?", after, limit);
}

/** The feed's name: a feed that was rebuilt has another one, because its numbers differ. */
export function feedName(database: Database): string {
  return getMeta(database, "feed") ?? "";
}

/** The last record of each journal at a point of the feed, or at its end. */
export function feedPoint(database: Database, at: number | undefined): FeedPoint {
  const rows = database.all<{ journal: string; seq: number; n: number }>(
    "SELECT journal, max(seq) AS seq, max(n) AS n FROM feed WHERE n <= ? GROUP BY journal",
    at ?? Number.MAX_SAFE_INTEGER,
  );
  const n = at ?? rows.reduce((most, row) => Math.max(most, row.n), 0);
  return { feed: feedName(database), n, versions: new Map(rows.map(({ journal, seq }) => [journal, seq])) };
}

const SORTS: Record<PlanSort, string> = {
  updated: "updated_at",
  created: "json_extract(row, '$.created_at')",
  title: "lower(json_extract(row, '$.title'))",
  status: "status",
  risk: "CASE json_extract(row, '$.risk') WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 ELSE 0 END",
  progress: "coalesce(json_extract(row, '$.steps_done') * 1.0 / nullif(json_extract(row, '$.steps'), 0), 0)",
};

/** Words as they are searched for: their texts must be there first (`missingTexts`). */
export function searchedWords(words: string | undefined): string[] {
  return words === undefined ? [] : words.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Plans whose file is not the one that was read for searches. */
export function missingTexts(database: Database): { id: PlanId; mark: string }[] {
  return database.all(
    "SELECT plans.id, plans.file_mark AS mark FROM plans LEFT JOIN texts USING (id) WHERE texts.mark IS NOT plans.file_mark",
  );
}

/**
 * Newest first, if not asked otherwise. The cursor is the last row's time and id, so that pages stay correct while plans are
 * added and removed.
 */
export function pageOfPlans(
  database: Database,
  query: PlanQuery,
): Omit<PlanPage, "outdated"> & { marks: Map<PlanId, Marks> } {
  const archived = query.archived ? 1 : 0;
  const words = searchedWords(query.words);
  const wanted = [
    ...(query.status?.length ? [`status IN (${query.status.map(() => "?").join(", ")})`] : []),
    "archived = ?",
    ...(words.length > 0
      ? [`id IN (SELECT id FROM texts WHERE ${words.map(() => "instr(text, ?) > 0").join(" AND ")})`]
      : []),
  ].join(" AND ");
  const values: Value[] = [...(query.status ?? []), archived, ...words];
  const count = () => database.get<{ n: number }>(`SELECT count(*) AS n FROM plans WHERE ${wanted}`, ...values)?.n ?? 0;
  const [time, id] = query.after?.split(" ") ?? [];
  const page = time === undefined || id === undefined ? "" : "AND (updated_at, id) < (?, ?)";
  const order = query.order === "asc" ? "ASC" : "DESC";
  const rows = database.all<{ row: string; file_mark: string; journal_mark: string }>(
    `SELECT row, file_mark, journal_mark FROM plans WHERE ${wanted} ${page}
      ORDER BY ${SORTS[query.sort ?? "updated"]} ${order}, id ${order} LIMIT ? OFFSET ?`,
    ...values,
    ...(page === "" ? [] : [time ?? "", id ?? ""]),
    query.limit + 1,
    query.offset ?? 0,
  );
  const shown = rows.slice(0, query.limit).map(({ row }) => JSON.parse(row) as PlanRow);
  if (!shown.every(({ id }) => isPlanId(id)))
    throw new Error("The index of the plans is damaged: the doctor command repairs it (--fix)");
  const last = shown.at(-1);
  const marks = new Map(shown.map((row, index) => [row.id, marksOf(rows[index])]));
  return {
    rows: shown,
    marks,
    ...(query.count && { total: count() }),
    ...(rows.length > query.limit && last && { next: `${last.updated_at} ${last.id}` }),
  };
}

/** Ids that begin with `prefix`, ignoring case. */
export function planIds(database: Database, prefix: string, most: number): PlanId[] {
  const found = database.all<{ id: string }>(
    "SELECT id FROM plans WHERE substr(id, 1, ?) = ? COLLATE NOCASE ORDER BY id LIMIT ?",
    prefix.length,
    prefix,
    most,
  );
  return found.map(({ id }) => id).filter(isPlanId);
}

export function allMarks(database: Database): Map<PlanId, Marks> {
  const rows = database.all<{ id: string; file_mark: string; journal_mark: string }>(
    "SELECT id, file_mark, journal_mark FROM plans",
  );
  return new Map(rows.map((row) => [row.id, marksOf(row)]));
}

export function idlePlans(database: Database, { statuses, before }: IdleQuery): PlanId[] {
  const marks = statuses.map(() => "?").join(", ");
  const sql = `SELECT id FROM plans WHERE status IN (${marks}) AND archived = 0 AND updated_at <= ?`;
  return database.all<{ id: string }>(sql, ...statuses, before).map(({ id }) => id);
}

/** Plans in these states that are not in the archive. */
export function plansIn(database: Database, statuses: readonly string[]): PlanId[] {
  const marks = statuses.map(() => "?").join(", ");
  const sql = `SELECT id FROM plans WHERE status IN (${marks}) AND archived = 0`;
  return database.all<{ id: string }>(sql, ...statuses).map(({ id }) => id);
}

/** Whether a plan that was cancelled since then may have steps in progress. */
export function hasCancelledAtWork(database: Database, since: string): boolean {
  const sql =
    "SELECT 1 FROM plans WHERE status = 'cancelled' AND archived = 0 AND updated_at > ? AND at_work = 1 LIMIT 1";
  return database.get(sql, since) !== undefined;
}

/** Reads every page, which takes some milliseconds for each megabyte. */
export function isIntact(database: Database): boolean {
  return database.get<{ integrity_check: string }>("PRAGMA integrity_check(1)")?.integrity_check === "ok";
}

export function getMeta(database: Database, key: string): string | undefined {
  return database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)?.value;
}

export function setMeta(database: Database, key: string, value: string): void {
  database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value);
}

function marksOf(row: { file_mark: string; journal_mark: string } | undefined): Marks {
  return { file: row?.file_mark ?? "", journal: row?.journal_mark ?? "" };
}
