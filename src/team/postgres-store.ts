import type { Pool, PoolClient } from "pg";
import { agentRows, type PlanRows, planRows } from "../desk/derive-rows.ts";
import { isAgentId } from "../desk/file-store/project-paths.ts";
import { isJournalName } from "../desk/file-store/vault.ts";
import { hashOf } from "../desk/hash-of.ts";
import type { Home } from "../desk/home.ts";
import { type JournalReading, noJournal } from "../desk/journal.ts";
import { LARGEST_TEXT, type PlanFile } from "../desk/plan-file.ts";
import type { Reader } from "../desk/plan-view.ts";
import type { IdleQuery, OverdueRows, PlanPage, PlanQuery, RequestQuery, UpcomingRows } from "../desk/rows.ts";
import { sealRecords, withHashes } from "../desk/seal-records.ts";
import type { Change, FeedPoint, LoadedPlan, Store } from "../desk/store.ts";
import type { Moment } from "../lifecycle/clock-change.ts";
import { defined } from "../plan/defined.ts";
import { isPlanId, type PlanId } from "../plan/plan.ts";
import type { Queryable } from "./connect.ts";
import type { ProjectCounters } from "./project-counters.ts";
import { HEARTBEAT_SQL, type HeartbeatRow, TeamHeartbeats } from "./team-heartbeats.ts";
import { type JournalRow, TeamJournals } from "./team-journals.ts";
import * as rows from "./team-rows.ts";

export interface PostgresStoreOptions {
  pool: Pool;
  counters: ProjectCounters;
  /** The project's id in this installation. */
  project: string;
  /** The server's own directory: keys, and the heads that it has seen. */
  home: Home;
  /** Loads the reader of plan texts; called only when a text has to be read. */
  reader: () => Promise<Reader>;
}

/** What one query reads of a journal, and of the plan that it belongs to. */
interface Row extends JournalRow {
  place: string | null;
  text: Buffer | null;
  heartbeat: HeartbeatRow | null;
}

/** A journal and its plan's file under the lock. */
interface Locked {
  client: PoolClient;
  name: string;
  life: number;
  journal: JournalReading;
  file: PlanFile;
}

/**
 * The plans and journals of one project in PostgreSQL. A record is the very line that a file would have; a change is one
 * transaction under the lock of its journal's head. `weight` and `rowsMayWait` are not needed here: every change is as durable,
 * and its rows are written with it.
 */
export class PostgresStore implements Store {
  readonly #pool: Pool;
  readonly #project: string;
  readonly #counters: ProjectCounters;
  readonly #reader: PostgresStoreOptions["reader"];
  readonly #journals: TeamJournals;
  readonly #heartbeats: TeamHeartbeats;

  private constructor({ pool, counters, project, home, reader }: PostgresStoreOptions) {
    this.#pool = pool;
    this.#project = project;
    this.#counters = counters;
    this.#reader = reader;
    this.#journals = new TeamJournals(project, home);
    this.#heartbeats = new TeamHeartbeats(project, pool);
  }

  static async open(options: PostgresStoreOptions): Promise<PostgresStore> {
    const sql = "INSERT INTO countersign.project (id) VALUES ($1) ON CONFLICT (id) DO NOTHING";
    await options.pool.query(sql, [options.project]);
    return new PostgresStore(options);
  }

  async loadPlan(id: PlanId): Promise<LoadedPlan> {
    await this.#heartbeats.settled();
    const { journal, file } = await this.#load(this.#pool, id);
    return { id, journal, file };
  }

  async changePlan<Result>(id: PlanId, work: (loaded: LoadedPlan) => Change<Result>): Promise<Result> {
    return this.#locked(id, async (locked) => {
      const { journal, file } = locked;
      const change = work({ id, journal, file });
      return { result: change.result, wrote: await this.#write(locked, change) };
    });
  }

  async replaceText(id: PlanId, before: string | undefined, text: string): Promise<boolean> {
    return this.#locked(id, async (locked) => {
      const { client, file } = locked;
      if (file.kind === "unusable" || (file.kind === "present" ? file.text : undefined) !== before)
        return { result: false };
      const place = file.kind === "present" ? file.place : "plans";
      await this.#putText(client, id, { place, text });
      await this.#derive(locked, { kind: "present", place, text, hash: hashOf(text) });
      return { result: true, wrote: { n: await this.#bump(client, 1) } };
    });
  }

  async loadJournal(name: string): Promise<JournalReading> {
    await this.#heartbeats.settled();
    return (await this.#load(this.#pool, name)).journal;
  }

  async changeJournal<Result>(name: string, work: (journal: JournalReading) => Change<Result>): Promise<Result> {
    return this.#locked(name, async (locked) => {
      const change = work(locked.journal);
      return { result: change.result, wrote: await this.#write(locked, change) };
    });
  }

  async listPlans(query: PlanQuery): Promise<PlanPage> {
    const page = await rows.pageOfPlans(this.#pool, this.#project, query);
    if (page.outdated.length === 0) return page;
    const read = await this.#reader();
    for (const id of page.outdated) await this.#deriveAgain(id, read);
    return { ...(await rows.pageOfPlans(this.#pool, this.#project, query)), outdated: page.outdated };
  }

  planIds(prefix: string, most: number): Promise<PlanId[]> {
    return rows.planIds(this.#pool, this.#project, prefix, most);
  }

  listAgents() {
    return rows.listAgents(this.#pool, this.#project);
  }

  listRequests(query: RequestQuery) {
    return rows.listRequests(this.#pool, this.#project, query);
  }

  closedRequests(most: number) {
    return rows.closedRequests(this.#pool, this.#project, most);
  }

  countRequests(query: Pick<RequestQuery, "open">) {
    return rows.countRequests(this.#pool, this.#project, query);
  }

  idlePlans(query: IdleQuery): Promise<PlanId[]> {
    return rows.idlePlans(this.#pool, this.#project, query);
  }

  async overdue(at: string, idle: readonly IdleQuery[]): Promise<OverdueRows> {
    const plans: PlanId[] = [];
    for (const query of idle) plans.push(...(await this.idlePlans(query)));
    return {
      requests: await this.listRequests({ expired_before: at, limit: 1000 }),
      plans,
      agents: await this.listAgents(),
    };
  }

  async upcoming(at: string): Promise<UpcomingRows> {
    const expires_at = await rows.nextExpiry(this.#pool, this.#project, at);
    const gathering = await rows.listAgents(this.#pool, this.#project, ["gathering"]);
    return { ...defined({ expires_at }), gathering };
  }

  sign(journal: string, moment: Moment): Promise<void> {
    return this.#heartbeats.put(journal, moment);
  }

  lastSign(journal: string, now: Moment): string | undefined {
    return this.#heartbeats.last(journal, now);
  }

  silentSince(journal: string, now: Moment): string | undefined {
    return this.#heartbeats.silentSince(journal, now);
  }

  async journalNames(): Promise<string[]> {
    const sql = "SELECT journal FROM countersign.head WHERE project = $1 AND seq > 0";
    const { rows: found } = await this.#pool.query<{ journal: string }>(sql, [this.#project]);
    const names = [...found.map(({ journal }) => journal), ...this.#journals.names()];
    return [...new Set(names)].filter(isJournalName).sort();
  }

  async feed(after: number, limit: number) {
    const { rows: entries } = await this.#pool.query<{ journal: string; seq: number; n: string }>(
      `SELECT r.journal, r.seq, r.n FROM countersign.record r JOIN countersign.head h USING (project, journal, life)
        WHERE r.project = $1 AND r.n > $2 ORDER BY r.n LIMIT $3`,
      [this.#project, after, limit],
    );
    const journals = new Map<string, JournalReading>();
    for (const { journal } of entries)
      if (isJournalName(journal) && !journals.has(journal)) journals.set(journal, await this.loadJournal(journal));
    const records = entries.flatMap(({ journal: name, seq }) => {
      const journal = journals.get(name);
      return (journal?.broken ? undefined : journal?.records[seq - 1]) ?? [];
    });
    const last = entries.at(-1);
    return { feed: FEED, records, end: last ? Number(last.n) : after, isEnd: entries.length < limit };
  }

  async feedPoint(n?: number): Promise<FeedPoint> {
    if (n === undefined) return this.#feedEnd();
    const { rows: found } = await this.#pool.query<{ journal: string; seq: number }>(
      `SELECT r.journal, max(r.seq) AS seq
        FROM countersign.record r JOIN countersign.head h USING (project, journal, life)
        WHERE r.project = $1 AND r.n <= $2 GROUP BY r.journal`,
      [this.#project, n],
    );
    return { feed: FEED, n, versions: new Map(found.map(({ journal, seq }) => [journal, seq])) };
  }

  /** It follows from the heads, without reading all records. */
  async #feedEnd(): Promise<FeedPoint> {
    const { rows: found } = await this.#pool.query<{ n: string; journal: string | null; seq: number | null }>(
      `SELECT p.n, h.journal, h.seq FROM countersign.project p
        LEFT JOIN countersign.head h ON h.project = p.id AND h.seq > 0 WHERE p.id = $1`,
      [this.#project],
    );
    const versions = new Map(found.map(({ journal, seq }) => [journal ?? "", seq ?? 0]));
    versions.delete("");
    return { feed: FEED, n: Number(found[0]?.n ?? 0), versions };
  }

  pulse(): number {
    return this.#counters.at(this.#project);
  }

  async rebuild(): Promise<void> {
    const read = await this.#reader();
    await rows.dropStrays(this.#pool, this.#project);
    const sql = "SELECT id FROM countersign.plan_text WHERE project = $1";
    const { rows: texts } = await this.#pool.query<{ id: string }>(sql, [this.#project]);
    const plans = texts.map(({ id }) => id).filter(isPlanId);
    for (const name of new Set([...(await this.journalNames()), ...plans])) await this.#deriveAgain(name, read);
  }

  async setAside(name: string): Promise<string> {
    const read = await this.#reader();
    const life = await this.#locked(name, async ({ client, name: journal, life: before, file }) => {
      // No life that was begun before, whatever the head says: its records may still be there.
      const used = "SELECT max(life) AS life FROM countersign.record WHERE project = $1 AND journal = $2";
      const { rows: found } = await client.query<{ life: number | null }>(used, [this.#project, journal]);
      const next = Math.max(before, found[0]?.life ?? 0, this.#journals.latestLife(journal)) + 1;
      const seal = this.#journals.beginning(journal, next);
      const sql = "UPDATE countersign.head SET life = $3, seq = 0, seal = $4 WHERE project = $1 AND journal = $2";
      await client.query(sql, [this.#project, journal, next, seal]);
      await this.#derive({ client, name: journal, journal: noJournal({ seq: 0, seal }) }, file, read);
      const after = () => this.#journals.committed(journal, next, []);
      return { result: before, wrote: { n: await this.#bump(client, 1), after } };
    });
    return `${name} (quarantined, number ${life})`;
  }

  async close(): Promise<void> {
    await this.#heartbeats.settled();
    this.#journals.close();
  }

  async #load(database: Queryable, name: string): Promise<Pick<Locked, "life" | "journal" | "file">> {
    refuseOtherName(name);
    for (let before = ""; ; ) {
      const loaded = await this.#loadOnce(database, name);
      if (!loaded.journal.broken) return loaded;
      // A commit that this server remembered before an earlier answer came makes an intact journal look cut.
      const now = this.#journals.remembered(name);
      if (now === before) return loaded;
      before = now;
    }
  }

  /** One statement, so that all of it is of one moment. */
  async #loadOnce(database: Queryable, name: string): Promise<Pick<Locked, "life" | "journal" | "file">> {
    const known = this.#journals.known(name);
    const { rows: found } = await database.query<Row>(
      `SELECT h.life, h.seq, h.seal, t.place, substring(t.text FROM 1 FOR $5) AS text, ${HEARTBEAT_SQL} AS heartbeat,
          (SELECT array_agg(r.line ORDER BY r.seq) FROM countersign.record r
            WHERE r.project = k.project AND r.journal = k.journal AND r.life = h.life
              AND r.seq > CASE WHEN h.life = $3 THEN $4 ELSE 0 END) AS lines
        FROM (SELECT $1::text COLLATE "C" AS project, $2::text COLLATE "C" AS journal) k
        LEFT JOIN countersign.head h ON h.project = k.project AND h.journal = k.journal
        LEFT JOIN countersign.plan_text t ON t.project = k.project AND t.id = k.journal`,
      [this.#project, name, known.life, known.records.length, LARGEST_TEXT + 1],
    );
    const row = found[0] ?? NOTHING;
    this.#heartbeats.note(name, row.heartbeat);
    return { life: row.life ?? 1, journal: this.#journals.read(name, row, known), file: fileOf(row) };
  }

  /** Runs `work` in a transaction, in which no other server changes this journal. */
  async #locked<Result>(
    name: string,
    work: (locked: Locked) => Promise<{ result: Result; wrote?: Wrote | undefined }>,
  ): Promise<Result> {
    refuseOtherName(name);
    const client = await this.#pool.connect();
    // A connection whose transaction cannot be ended is thrown away, which ends it.
    let isEnded = false;
    let done: { result: Result; wrote?: Wrote | undefined };
    let doubt: unknown;
    try {
      await client.query("BEGIN");
      await this.#lock(client, name);
      done = await work({ client, name, ...(await this.#load(client, name)) });
      if (done.wrote?.seal === undefined) await client.query(done.wrote ? "COMMIT" : "ROLLBACK");
      else
        await client.query("COMMIT").catch((error: unknown) => {
          doubt = error;
        });
      isEnded = doubt === undefined;
    } catch (error) {
      isEnded = await client.query("ROLLBACK").then(
        () => true,
        () => false,
      );
      throw error;
    } finally {
      client.release(!isEnded);
    }
    const { result, wrote } = done;
    if (doubt !== undefined && wrote && !(await this.#isCommitted(name, wrote, doubt))) throw doubt;
    if (wrote?.n !== undefined) this.#counters.committed(this.#project, wrote.n);
    wrote?.after?.();
    return result;
  }

  async #lock(client: PoolClient, name: string): Promise<void> {
    const values = [this.#project, name];
    const lock = "SELECT FROM countersign.head WHERE project = $1 AND journal = $2 FOR UPDATE";
    if ((await client.query(lock, values)).rowCount) return;
    await client.query(
      "INSERT INTO countersign.head (project, journal) VALUES ($1, $2) ON CONFLICT DO NOTHING",
      values,
    );
    await client.query(lock, values);
  }

  /**
   * Whether a commit that failed has happened: if its answer got lost, only the database knows. The lock of the head is free
   * once the transaction has ended, one way or the other.
   */
  async #isCommitted(name: string, { n, seal }: Wrote, doubt: unknown): Promise<boolean> {
    for (const end = performance.now() + LOOKS_FOR_MS; performance.now() < end; ) {
      const client = await this.#pool.connect().catch(() => undefined);
      try {
        if (client) {
          await client.query("BEGIN");
          await this.#lock(client, name);
          const sql = "SELECT FROM countersign.record WHERE project = $1 AND n = $2 AND right(line, 66) = $3";
          return (await client.query(sql, [this.#project, n, `${seal}"}`])).rowCount === 1;
        }
      } catch {
        // The database is still away.
      } finally {
        // This ends its transaction.
        client?.release(true);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("The database does not answer: it is not known whether the change was made.", { cause: doubt });
  }

  async #write(locked: Locked, change: Change<unknown>): Promise<Wrote | undefined> {
    const { client, name, life, journal, file } = locked;
    if (!change.records?.length) return undefined;
    const key = this.#journals.key;
    const hashed = withHashes(change.records, file, change);
    const { lines, records } = sealRecords({ name, project: this.#journals.place, journal }, hashed, key);
    const after = { ...journal, records: [...journal.records, ...records] };
    const last = records.at(-1);
    const seal = last?.seal ?? "";
    if (change.file) await this.#putText(client, name, change.file);
    for (const { name: artifact, text } of change.artifacts ?? [])
      await this.#putArtifact(client, name, artifact, text);
    const written = change.file && { kind: "present" as const, ...change.file, hash: hashOf(change.file.text) };
    await this.#derive({ client, name, journal: after, before: journal }, written ?? file);
    const head = "UPDATE countersign.head SET seq = $3, seal = $4 WHERE project = $1 AND journal = $2";
    await client.query(head, [this.#project, name, after.records.length, seal]);
    // The counter is taken last: it is held until the commit is on the disk.
    const { rows: found } = await client.query<{ n: string }>(
      `WITH counted AS (UPDATE countersign.project SET n = n + $4 WHERE id = $1 RETURNING n)
        INSERT INTO countersign.record (project, journal, life, seq, line, n)
        SELECT $1, $2, $3, $5 + l.at, l.line, counted.n - $4 + l.at
        FROM counted, unnest($6::text[]) WITH ORDINALITY AS l (line, at) RETURNING n`,
      [this.#project, name, life, lines.length, journal.records.length, lines],
    );
    if (found.length !== lines.length) throw new Error(NO_COUNTER);
    const n = Math.max(...found.map((row) => Number(row.n)));
    return { n, seal, after: () => this.#journals.committed(name, life, after.records) };
  }

  async #bump(client: PoolClient, by: number): Promise<number> {
    const sql = "UPDATE countersign.project SET n = n + $2 WHERE id = $1 RETURNING n";
    const [counted] = (await client.query<{ n: string }>(sql, [this.#project, by])).rows;
    if (counted === undefined) throw new Error(NO_COUNTER);
    return Number(counted.n);
  }

  async #putText(client: PoolClient, id: string, { place, text }: { place: string; text: string }): Promise<void> {
    const sql = `INSERT INTO countersign.plan_text (project, id, place, text, words) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (project, id) DO UPDATE SET place = excluded.place, text = excluded.text, words = excluded.words`;
    await client.query(sql, [this.#project, id, place, Buffer.from(text), rows.searchable(text)]);
  }

  async #putArtifact(client: PoolClient, plan: string, name: string, text: string): Promise<void> {
    const sql = `INSERT INTO countersign.artifact (project, plan, name, text) VALUES ($1, $2, $3, $4)
      ON CONFLICT (project, plan, name) DO UPDATE SET text = excluded.text`;
    await client.query(sql, [this.#project, plan, name, Buffer.from(text)]);
  }

  async #deriveAgain(name: string, read: Reader): Promise<void> {
    await this.#locked(name, async (locked) => {
      await this.#derive(locked, locked.file, read);
      return { result: undefined, wrote: {} };
    });
  }

  /** Writes what the lists show of a journal. `before`: as it was when its rows were written last. */
  async #derive(
    { client, name, journal, before }: Pick<Locked, "client" | "name" | "journal"> & { before?: JournalReading },
    file: PlanFile,
    read?: Reader,
  ): Promise<void> {
    const project = this.#project;
    if (isPlanId(name)) {
      const derived = planRows({ id: name, journal, file }, read);
      const known = before && planRows({ id: name, journal: before, file });
      if (derived) await rows.putPlan(client, project, derived);
      else await rows.dropPlan(client, project, name);
      await this.#deriveRequests(client, name, derived, known);
    } else if (isAgentId(name)) {
      const derived = journal.broken ? undefined : agentRows(name, journal);
      if (derived) await rows.putAgent(client, project, derived.row);
      else await rows.dropAgent(client, project, name);
      await this.#deriveRequests(client, name, derived, before && agentRows(name, before));
    }
  }

  async #deriveRequests(
    client: PoolClient,
    name: string,
    derived: Pick<PlanRows, "requests"> | undefined,
    before: Pick<PlanRows, "requests"> | undefined,
  ): Promise<void> {
    if (before === undefined) await rows.dropRequests(client, this.#project, name);
    await rows.putRequests(client, this.#project, name, derived?.requests ?? {}, before?.requests);
  }
}

interface Wrote {
  /** The counter of the project after it; absent if it is no news. */
  n?: number;
  /** Of the last record: what a commit is looked up by. */
  seal?: string;
  /** Once it is committed. */
  after?: () => void;
}

/** It never gets other numbers. */
const FEED = "team";
const LOOKS_FOR_MS = 30_000;
const NO_COUNTER = "The project has no counter in the database, so nothing is recorded in it.";
const NOTHING: Row = { life: null, seq: null, seal: null, lines: null, place: null, text: null, heartbeat: null };

function refuseOtherName(name: string): void {
  if (!isJournalName(name)) throw new Error(`${JSON.stringify(name)} has no journal.`);
}

function fileOf({ place, text }: Row): PlanFile {
  if (text === null) return { kind: "missing" };
  const where = place === "archive" ? "archive" : "plans";
  if (text.length > LARGEST_TEXT) return { kind: "unusable", place: where, reason: "it is larger than 8 MB" };
  const found = text.toString("utf8");
  if (!Buffer.from(found).equals(text)) return { kind: "unusable", place: where, reason: "it is not UTF-8 text" };
  return { kind: "present", place: where, text: found, hash: hashOf(found) };
}
