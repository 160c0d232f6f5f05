import type { Pool, PoolClient } from "pg";

const CHANNEL = "countersign";
const POLL_MS = 1_000;
/** A notification locks the whole database at its commit, so a busy project sends few. */
const NOTIFY_EVERY_MS = 100;

/**
 * The change counters of all projects, as last heard: by a notification after a commit, which is only a hint, and by reading
 * them once a second, and at once after a connection broke.
 */
export class ProjectCounters {
  readonly #pool: Pool;
  readonly #known = new Map<string, number>();
  readonly #sent = new Map<string, NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout;
  #listener: PoolClient | undefined;
  #reading: Promise<void> | undefined;
  #isClosed = false;

  private constructor(pool: Pool) {
    this.#pool = pool;
    this.#timer = setInterval(() => void this.#look(), POLL_MS).unref();
  }

  static async open(pool: Pool): Promise<ProjectCounters> {
    const counters = new ProjectCounters(pool);
    await counters.#look();
    return counters;
  }

  /** Changes with every commit of any server in this project, at most two seconds later. */
  at(project: string): number {
    return this.#known.get(project) ?? 0;
  }

  /** This server has committed: others are notified, once in a tenth of a second. */
  committed(project: string, n: number): void {
    this.#note(project, n);
    this.#tell(project);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const timer of this.#sent.values()) clearTimeout(timer);
    this.#listener?.release(true);
    this.#listener = undefined;
    await this.#reading;
  }

  #tell(project: string): void {
    if (this.#sent.has(project) || this.#isClosed) return;
    const sent = this.at(project);
    // A hint that is lost is made up for by reading the counters.
    this.#pool.query("SELECT pg_notify($1, $2)", [CHANNEL, `${sent} ${project}`]).catch(() => {});
    const timer = setTimeout(() => {
      this.#sent.delete(project);
      if (this.at(project) !== sent) this.#tell(project);
    }, NOTIFY_EVERY_MS).unref();
    this.#sent.set(project, timer);
  }

  #note(project: string, n: number): void {
    if (n > this.at(project)) this.#known.set(project, n);
  }

  async #look(): Promise<void> {
    this.#reading ??= this.#read()
      // The database is away: the next look comes in a second.
      .catch(() => {})
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }

  async #read(): Promise<void> {
    await this.#listen();
    const before = new Map(this.#known);
    const { rows } = await this.#pool.query<{ id: string; n: string }>("SELECT id, n FROM countersign.project");
    for (const { id, n } of rows) {
      // A database that was set back counts from there again, and any program at the database can send a notification.
      if (this.#known.get(id) === before.get(id)) this.#known.set(id, Number(n));
      else this.#note(id, Number(n));
    }
  }

  async #listen(): Promise<void> {
    if (this.#listener || this.#isClosed) return;
    const client = await this.#pool.connect();
    if (this.#isClosed) return client.release(true);
    // Before it listens: it may break at any moment.
    this.#listener = client;
    const lost = () => {
      if (this.#listener !== client) return;
      this.#listener = undefined;
      client.release(true);
      if (!this.#isClosed) void this.#look();
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ payload = "" }) => {
      const [n = "", ...project] = payload.split(" ");
      this.#note(project.join(" "), Number(n));
    });
    await client.query(`LISTEN ${CHANNEL}`).catch(lost);
  }
}
