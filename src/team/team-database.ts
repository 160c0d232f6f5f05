import type { Pool } from "pg";
import type { Home } from "../desk/home.ts";
import type { Reader } from "../desk/plan-view.ts";
import { connect } from "./connect.ts";
import { migrate } from "./migrations.ts";
import { PostgresStore } from "./postgres-store.ts";
import { ProjectCounters } from "./project-counters.ts";

/** The database of an installation, as one of its servers uses it. */
export class TeamDatabase {
  readonly pool: Pool;
  readonly #counters: ProjectCounters;

  private constructor(pool: Pool, counters: ProjectCounters) {
    this.pool = pool;
    this.#counters = counters;
  }

  /** Makes the tables, or brings them up to date. */
  static async open(url: string): Promise<TeamDatabase> {
    const pool = await connect(url);
    try {
      await migrate(pool);
      return new TeamDatabase(pool, await ProjectCounters.open(pool));
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  store(project: string, { home, reader }: { home: Home; reader: () => Promise<Reader> }): Promise<PostgresStore> {
    return PostgresStore.open({ pool: this.pool, counters: this.#counters, project, home, reader });
  }

  /** After its stores. */
  async close(): Promise<void> {
    await this.#counters.close();
    await this.pool.end();
  }
}
