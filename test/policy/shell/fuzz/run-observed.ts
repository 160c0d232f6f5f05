import { spawn } from "node:child_process";
import { agentEnvironment } from "../../../../src/sandbox/environment.ts";
import type { Ground } from "./ground.ts";

/** A command after which something was different. */
export interface Change {
  command: string;
  /** What it left behind; empty if it changed what was there. */
  left: string[];
}

/** Runs commands one after the other, for real and without a sandbox, and tells which of them changed anything. */
export async function runObserved(commands: readonly string[], ground: Ground): Promise<Change[]> {
  const before = ground.fingerprint();
  for (const command of commands) await run(command, ground);
  if (ground.fingerprint() === before) return [];
  const left = ground.strangers();
  ground.renew();
  const [only, ...more] = commands;
  if (only !== undefined && more.length === 0) return [{ command: only, left }];
  const middle = Math.ceil(commands.length / 2);
  const changes = [
    ...(await runObserved(commands.slice(0, middle), ground)),
    ...(await runObserved(commands.slice(middle), ground)),
  ];
  return changes.length > 0 ? changes : [{ command: `only together: ${JSON.stringify(commands)}`, left }];
}

const LIMIT = 2_000;

/** As a host would run it. Resolves when the last process that can still write has ended, or was killed. */
function run(command: string, { project, home, temp }: Ground): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--norc", "--noprofile", "-c", command], {
      cwd: project,
      env: environment(project, home, temp),
      // What a process substitution runs may outlive the command; it holds on to one of the pipes.
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const end = (signal: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {
        // It has ended at this very moment.
      }
    };
    // Politely first: what is killed cannot take its temporary files away.
    const timers = [
      setTimeout(() => end("SIGTERM"), LIMIT),
      setTimeout(() => {
        end("SIGKILL");
        child.stdout.destroy();
        child.stderr.destroy();
      }, LIMIT + 500),
    ];
    child.stdout.resume();
    child.stderr.resume();
    child.once("error", reject);
    child.once("close", () => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
  });
}

function environment(project: string, home: string, temp: string): Record<string, string> {
  const path = (process.env["PATH"] ?? "").split(":").filter((part) => !part.includes("node_modules"));
  const env = { PATH: path.join(":"), HOME: home, LANG: "C.UTF-8", SHLVL: "1" };
  return {
    ...agentEnvironment(env, { mode: "planning", project, temp }),
    // Nothing the fuzz makes up may reach anybody: a port where nobody listens.
    ...{ all_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9", https_proxy: "http://127.0.0.1:9" },
  };
}
