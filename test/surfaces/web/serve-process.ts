import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterTest } from "../../agent/bench/after-test.ts";

export const PROGRAM = fileURLToPath(new URL("../../../bin/countersign.js", import.meta.url));

/** What `countersign serve --json` says once it listens. */
export interface Served {
  address: string;
  port: number;
  projects: string[];
  is_new: boolean;
  open?: string;
}

/** `countersign serve` in a process of its own. */
export class ServeProcess {
  readonly process: ChildProcess;
  readonly served: Promise<Served>;
  readonly exit: Promise<{ code: number | null; err: string }>;
  /** What it refused to do, once it has ended. */
  readonly refused: Promise<{ kind: string; message: string; hint?: string }>;

  constructor(directory: string, env: NodeJS.ProcessEnv, words: readonly string[] = []) {
    const child = spawn(process.execPath, [PROGRAM, "serve", "--json", ...words], {
      ...{ cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] },
    });
    let err = "";
    child.stderr?.on("data", (part) => {
      err += part;
    });
    this.process = child;
    this.exit = once(child, "exit").then(([code]) => ({ code: code as number | null, err }));
    let out = "";
    child.stdout?.on("data", (part) => {
      out += part;
    });
    this.refused = this.exit.then(() => JSON.parse(out).error);
    this.refused.catch(() => {});
    this.served = new Promise((resolve, reject) => {
      if (child.stdout) createInterface({ input: child.stdout }).once("line", (line) => resolve(parsed(line)));
      void this.exit.then(() => reject(new Error(`serve ended: ${err}`)));
    });
    // A test that waits for the exit alone does not look at it.
    this.served.catch(() => {});
    afterTest(() => child.kill("SIGKILL"));
  }
}

function parsed(line: string): Served {
  // A refusal has more lines than one; the test looks at the exit then.
  return line === "{" ? ({} as Served) : JSON.parse(line);
}

/** A port that no other test has. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
