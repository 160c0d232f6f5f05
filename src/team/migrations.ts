import type { Pool } from "pg";

/** Any number that no other program at this database uses. */
const LOCK = 7_435_001;

const NEW = `
  CREATE TABLE countersign.project (id text COLLATE "C" PRIMARY KEY, n bigint NOT NULL DEFAULT 0);
  -- A journal that was quarantined begins another life.
  CREATE TABLE countersign.head (project text COLLATE "C" NOT NULL, journal text COLLATE "C" NOT NULL,
    life integer NOT NULL DEFAULT 1, seq integer NOT NULL DEFAULT 0, seal text NOT NULL DEFAULT '',
    PRIMARY KEY (project, journal));
  -- The very line that was sealed: jsonb would write it in another way. n orders the records of a project by their commits.
  CREATE TABLE countersign.record (project text COLLATE "C" NOT NULL, journal text COLLATE "C" NOT NULL,
    life integer NOT NULL, seq integer NOT NULL, line text NOT NULL, n bigint NOT NULL,
    PRIMARY KEY (project, journal, life, seq));
  CREATE UNIQUE INDEX record_by_n ON countersign.record (project, n);
  -- Bytes, because a text of PostgreSQL holds no NUL. words is the text as it is searched.
  CREATE TABLE countersign.plan_text (project text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    place text NOT NULL, text bytea NOT NULL, words text NOT NULL, PRIMARY KEY (project, id));
  CREATE TABLE countersign.artifact (project text COLLATE "C" NOT NULL, plan text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, text bytea NOT NULL, PRIMARY KEY (project, plan, name));

  -- Derived from the records.
  CREATE TABLE countersign.plan (project text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL, archived boolean NOT NULL, outdated boolean NOT NULL, created text COLLATE "C" NOT NULL,
    updated text COLLATE "C" NOT NULL, title text COLLATE "C" NOT NULL, risk smallint NOT NULL, progress real NOT NULL,
    row text NOT NULL, PRIMARY KEY (project, id));
  CREATE INDEX plan_by_time ON countersign.plan (project, archived, updated DESC, id DESC);
  CREATE INDEX plan_by_prefix ON countersign.plan (project, lower(id));
  CREATE INDEX plan_by_status ON countersign.plan (project, status, archived, updated DESC, id DESC);
  CREATE TABLE countersign.agent (project text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, phase text NOT NULL,
    row text NOT NULL, PRIMARY KEY (project, id));
  CREATE TABLE countersign.request (project text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    journal text COLLATE "C" NOT NULL, kind text NOT NULL, opened_at text COLLATE "C" NOT NULL, expires_at text COLLATE "C",
    closed_at text COLLATE "C", data text NOT NULL, PRIMARY KEY (project, id));
  CREATE INDEX request_open ON countersign.request (project, opened_at, id) WHERE closed_at IS NULL;
  CREATE INDEX request_closed ON countersign.request (project, closed_at) WHERE closed_at IS NOT NULL;
  CREATE INDEX request_by_journal ON countersign.request (project, journal);

  -- Heartbeats, by the clock of their process and in seconds since its machine booted; a crash of the database may lose them.
  CREATE UNLOGGED TABLE countersign.sign (project text COLLATE "C" NOT NULL, journal text COLLATE "C" NOT NULL,
    at text COLLATE "C" NOT NULL, boot text, up double precision, PRIMARY KEY (project, journal));
  CREATE UNLOGGED TABLE countersign.seen_sign (project text COLLATE "C" NOT NULL, journal text COLLATE "C" NOT NULL,
    seen_in text NOT NULL, sign text NOT NULL, seen_up double precision NOT NULL,
    PRIMARY KEY (project, journal, seen_in));
`;

const MIGRATIONS: readonly string[] = [NEW];

/** Brings the tables up to date: one process does it, the others wait. Tables of a newer program are refused. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await client.query("CREATE SCHEMA IF NOT EXISTS countersign");
    await client.query("CREATE TABLE IF NOT EXISTS countersign.migration (version integer PRIMARY KEY)");
    const { rows } = await client.query("SELECT coalesce(max(version), 0) AS version FROM countersign.migration");
    const version = Number(rows[0].version);
    if (version > MIGRATIONS.length) {
      const message = `The database has tables of a newer Countersign (version ${version}, this one knows ${MIGRATIONS.length}): update this one.`;
      throw new Error(message);
    }
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < version) continue;
      await client.query(sql);
      await client.query("INSERT INTO countersign.migration VALUES ($1)", [index + 1]);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
