import type { Pool, PoolClient } from "pg";

/** A process that stops while it holds a lock must not hold up the others. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const LOCK_MS = 10_000;
const STATEMENT_MS = 30_000;
/** The server has ended the statement by then: only a connection that fell silent lasts longer. */
const ANSWER_MS = 40_000;
const CONNECT_MS = 10_000;

/** Connections to PostgreSQL, none of which waits without an end. `pg` is loaded here, and only by a team's server. */
export async function connect(url: string, most = 10): Promise<Pool> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    application_name: "countersign",
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // Without a listener, the end of a connection would end the process, whether it is idle or waits between two statements of a
  // transaction. The next statement fails, and the pool opens another one.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** A pool, or one of its connections. */
export type Queryable = Pick<Pool | PoolClient, "query">;
