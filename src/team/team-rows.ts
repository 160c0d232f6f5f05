import type { PlanRows } from "../desk/derive-rows.ts";
import { requestRow } from "../desk/request-row.ts";
import type {
  AgentRow,
  IdleQuery,
  PlanPage,
  PlanQuery,
  PlanRow,
  PlanSort,
  RequestQuery,
  RequestRow,
} from "../desk/rows.ts";
import type { Requests } from "../lifecycle/request.ts";
import { isPlanId, type PlanId, RISKS } from "../plan/plan.ts";
import type { Queryable } from "./connect.ts";

/** Collects the values of a statement. */
class Values {
  readonly all: unknown[] = [];

  /** The place of a value in the statement. */
  put(value: unknown): string {
    this.all.push(storable(value));
    return `$${this.all.length}`;
  }
}

export async function putPlan(database: Queryable, project: string, { row, isUnread }: PlanRows): Promise<void> {
  const { id, status, archived, created_at, updated_at, title, steps, steps_done } = row;
  const risk = RISKS.indexOf(row.risk as never) + 1;
  const progress = steps === 0 ? 0 : steps_done / steps;
  const sql = `INSERT INTO countersign.plan
      (project, id, status, archived, outdated, created, updated, title, risk, progress, row)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (project, id) DO UPDATE SET status = excluded.status, archived = excluded.archived,
      outdated = excluded.outdated, created = excluded.created, updated = excluded.updated, title = excluded.title,
      risk = excluded.risk, progress = excluded.progress, row = excluded.row`;
  const found = [project, id, status, archived, isUnread, created_at, updated_at, searchable(title), risk, progress];
  await database.query(sql, [...found, JSON.stringify(row)]);
}

export async function dropPlan(database: Queryable, project: string, id: string): Promise<void> {
  await database.query("DELETE FROM countersign.plan WHERE project = $1 AND id = $2", [project, id]);
}

export async function putAgent(database: Queryable, project: string, row: AgentRow): Promise<void> {
  const sql = `INSERT INTO countersign.agent (project, id, phase, row) VALUES ($1, $2, $3, $4)
    ON CONFLICT (project, id) DO UPDATE SET phase = excluded.phase, row = excluded.row`;
  await database.query(sql, [project, row.id, row.phase, JSON.stringify(row)]);
}

export async function dropAgent(database: Queryable, project: string, id: string): Promise<void> {
  await database.query("DELETE FROM countersign.agent WHERE project = $1 AND id = $2", [project, id]);
}

/** Writes the requests that are not what they were before. */
export async function putRequests(
  database: Queryable,
  project: string,
  journal: string,
  requests: Requests,
  before: Requests = {},
): Promise<void> {
  const changed = Object.values(requests).filter((request) => before[request.id] !== request);
  if (changed.length === 0) return;
  const rows = changed.map((request) => requestRow(journal, request));
  const sql = `INSERT INTO countersign.request (project, id, journal, kind, opened_at, expires_at, closed_at, data)
    SELECT $1, r.id, $2, r.kind, r.opened_at, r.expires_at, r.closed_at, r.data
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
      AS r (id, kind, opened_at, expires_at, closed_at, data)
    ON CONFLICT (project, id) DO UPDATE SET journal = excluded.journal, kind = excluded.kind,
      opened_at = excluded.opened_at, expires_at = excluded.expires_at, closed_at = excluded.closed_at,
      data = excluded.data`;
  const column = (name: keyof RequestRow) => rows.map((row) => row[name] ?? null);
  const columns = (["id", "kind", "opened_at", "expires_at", "closed_at", "data"] as const).map(column);
  await database.query(sql, [project, journal, ...columns]);
}

export async function dropRequests(database: Queryable, project: string, journal: string): Promise<void> {
  await database.query("DELETE FROM countersign.request WHERE project = $1 AND journal = $2", [project, journal]);
}

/** A text of PostgreSQL holds no NUL: what asks for one finds nothing. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable);
  return typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value;
}

/** Rows of journals and plans that are not there. */
export async function dropStrays(database: Queryable, project: string): Promise<void> {
  for (const [table, name] of [
    ["plan", "id"],
    ["agent", "id"],
    ["request", "journal"],
  ]) {
    const sql = `DELETE FROM countersign.${table} r WHERE project = $1
      AND NOT EXISTS (SELECT FROM countersign.head h WHERE h.project = $1 AND h.journal = r.${name} AND h.seq > 0)
      AND NOT EXISTS (SELECT FROM countersign.plan_text t WHERE t.project = $1 AND t.id = r.${name})`;
    await database.query(sql, [project]);
  }
}

/** A text as it is searched; a text of PostgreSQL holds no NUL. */
export function searchable(text: string): string {
  return text.replaceAll("\0", "").toLowerCase();
}

const SORTS: Record<PlanSort, string> = {
  updated: "updated",
  created: "created",
  title: "title",
  status: "status",
  risk: "risk",
  progress: "progress",
};

/** Newest first, if not asked otherwise. The cursor is the last row's time and id. */
export async function pageOfPlans(database: Queryable, project: string, query: PlanQuery): Promise<PlanPage> {
  const values = new Values();
  const words = searchable(query.words ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const wanted = [
    `project = ${values.put(project)}`,
    `archived = ${values.put(query.archived === true)}`,
    ...(query.status?.length ? [`status = ANY(${values.put(query.status)}::text[])`] : []),
    ...words.map((word) => {
      const has = `position(${values.put(word)} in t.words) > 0`;
      return `EXISTS (SELECT FROM countersign.plan_text t WHERE t.project = plan.project AND t.id = plan.id AND ${has})`;
    }),
  ].join(" AND ");
  const counted = [...values.all];
  const [time, id] = query.after?.split(" ") ?? [];
  const isAfter = time !== undefined && id !== undefined;
  const page = isAfter ? `AND (updated, id) < (${values.put(time)}, ${values.put(id)})` : "";
  const order = query.order === "asc" ? "ASC" : "DESC";
  const { rows } = await database.query<{ row: string; outdated: boolean }>(
    `SELECT row, outdated FROM countersign.plan WHERE ${wanted} ${page}
      ORDER BY ${SORTS[query.sort ?? "updated"]} ${order}, id ${order}
      LIMIT ${values.put(query.limit + 1)} OFFSET ${values.put(query.offset ?? 0)}`,
    values.all,
  );
  const found = rows.slice(0, query.limit);
  const shown = found.map(({ row }) => JSON.parse(row) as PlanRow);
  if (!shown.every(({ id: plan }) => isPlanId(plan)))
    throw new Error("The index of the plans is damaged: the doctor command repairs it (--fix)");
  const last = shown.at(-1);
  const count = async () => {
    const sql = `SELECT count(*) AS total FROM countersign.plan WHERE ${wanted}`;
    return Number((await database.query<{ total: string }>(sql, counted)).rows[0]?.total ?? 0);
  };
  return {
    rows: shown,
    outdated: shown.filter((_, index) => found[index]?.outdated).map(({ id: plan }) => plan),
    ...(query.count && { total: await count() }),
    ...(rows.length > query.limit && last && { next: `${last.updated_at} ${last.id}` }),
  };
}

/** Ids that begin with `prefix`, ignoring case. */
export async function planIds(database: Queryable, project: string, prefix: string, most: number): Promise<PlanId[]> {
  const first = prefix.toLowerCase();
  const end = `${first}\u{10ffff}`;
  const sql = `SELECT id FROM countersign.plan
    WHERE project = $1 AND lower(id) >= $2 AND lower(id) < $3 ORDER BY id LIMIT $4`;
  const { rows } = await database.query<{ id: string }>(sql, [project, storable(first), storable(end), most]);
  return rows.map(({ id }) => id).filter(isPlanId);
}

export async function listAgents(
  database: Queryable,
  project: string,
  phases?: readonly string[],
): Promise<AgentRow[]> {
  const sql = `SELECT row FROM countersign.agent
    WHERE project = $1 AND ($2::text[] IS NULL OR phase = ANY($2)) ORDER BY id`;
  const { rows } = await database.query<{ row: string }>(sql, [project, phases ?? null]);
  return rows.map(({ row }) => JSON.parse(row));
}

/** Oldest first. */
export async function listRequests(database: Queryable, project: string, query: RequestQuery): Promise<RequestRow[]> {
  const values = new Values();
  const wanted = [`project = ${values.put(project)}`];
  if (query.id !== undefined) wanted.push(`id = ${values.put(query.id)}`);
  if (query.journal !== undefined) wanted.push(`journal = ${values.put(query.journal)}`);
  if (query.open) wanted.push("closed_at IS NULL");
  if (query.expired_before !== undefined)
    wanted.push(`closed_at IS NULL AND expires_at <= ${values.put(query.expired_before)}`);
  if (query.after !== undefined) {
    const [openedAt = "", ...id] = query.after.split(" ");
    wanted.push(`(opened_at, id) > (${values.put(openedAt)}, ${values.put(id.join(" "))})`);
  }
  const sql = `SELECT ${REQUEST} FROM countersign.request WHERE ${wanted.join(" AND ")}
    ORDER BY opened_at, id LIMIT ${values.put(query.limit)}`;
  return (await database.query<NullableRequest>(sql, values.all)).rows.map(withoutNulls);
}

/** Those that were closed last, the newest first. */
export async function closedRequests(database: Queryable, project: string, most: number): Promise<RequestRow[]> {
  const sql = `SELECT ${REQUEST} FROM countersign.request WHERE project = $1 AND closed_at IS NOT NULL
    ORDER BY closed_at DESC, id DESC LIMIT $2`;
  return (await database.query<NullableRequest>(sql, [project, most])).rows.map(withoutNulls);
}

export async function countRequests(
  database: Queryable,
  project: string,
  { open }: Pick<RequestQuery, "open">,
): Promise<number> {
  const sql = `SELECT count(*) AS total FROM countersign.request
    WHERE project = $1 ${open ? "AND closed_at IS NULL" : ""}`;
  return Number((await database.query<{ total: string }>(sql, [project])).rows[0]?.total ?? 0);
}

/** When the first open request expires after this moment. */
export async function nextExpiry(database: Queryable, project: string, after: string): Promise<string | undefined> {
  const sql = `SELECT min(expires_at) AS at FROM countersign.request
    WHERE project = $1 AND closed_at IS NULL AND expires_at > $2`;
  return (await database.query<{ at: string | null }>(sql, [project, after])).rows[0]?.at ?? undefined;
}

export async function idlePlans(
  database: Queryable,
  project: string,
  { statuses, before }: IdleQuery,
): Promise<PlanId[]> {
  const sql = `SELECT id FROM countersign.plan
    WHERE project = $1 AND status = ANY($2::text[]) AND NOT archived AND updated <= $3 ORDER BY id`;
  const { rows } = await database.query<{ id: PlanId }>(sql, [project, statuses, before]);
  return rows.map(({ id }) => id);
}

const REQUEST = "id, journal, kind, opened_at, expires_at, closed_at, data";
type NullableRequest = Record<string, string | null>;

function withoutNulls(row: NullableRequest): RequestRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as RequestRow;
}
