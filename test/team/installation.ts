import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCodec } from "../../src/desk/codec.ts";
import { Desk } from "../../src/desk/desk.ts";
import { findHome } from "../../src/desk/home.ts";
import { importKey, openKeyring } from "../../src/desk/keyring.ts";
import type { Store } from "../../src/desk/store.ts";
import { TeamDatabase } from "../../src/team/team-database.ts";
import type { TestPostgres } from "./postgres.ts";

export interface Server {
  store: Store;
  desk: Desk;
  env: NodeJS.ProcessEnv;
  database: TeamDatabase;
  close(): Promise<void>;
}

/** Servers of one installation: each has its own directory and its own connections, and all have the same key. */
export class Installation {
  readonly url: string;
  readonly #place: string;
  readonly #open = new Set<Server>();
  #count = 0;

  private constructor(url: string) {
    this.url = url;
    this.#place = mkdtempSync(join(tmpdir(), "countersign-team-"));
    mkdirSync(join(this.#place, "project", ".pi"), { recursive: true });
  }

  static async make(postgres: TestPostgres): Promise<Installation> {
    return new Installation(await postgres.database());
  }

  /** Another server, or the server of this name again, after it was closed. */
  async server({ name = `server-${this.#count++}`, hasKey = true, project = "shop" } = {}): Promise<Server> {
    const env = { COUNTERSIGN_HOME: join(this.#place, name), USER: "ada" };
    const home = findHome(env);
    const first = openKeyring(findHome({ COUNTERSIGN_HOME: join(this.#place, "first") })).current;
    if (hasKey) importKey(home, first.secret, true);
    const database = await TeamDatabase.open(this.url);
    const reader = async () => (await loadCodec()).read;
    const store = await database.store(project, { home, reader });
    const desk = new Desk({ directory: join(this.#place, "project"), env, store });
    const server: Server = {
      ...{ store, desk, env, database },
      close: async () => {
        if (!this.#open.delete(server)) return;
        await desk.close();
        await database.close();
      },
    };
    this.#open.add(server);
    return server;
  }

  async close(): Promise<void> {
    for (const server of [...this.#open]) await server.close();
    rmSync(this.#place, { recursive: true });
  }
}
