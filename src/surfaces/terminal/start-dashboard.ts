import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { withoutOwnMark } from "../../agent/mark-shells.ts";
import type { Desk } from "../../desk/desk.ts";
import { makeDirectory } from "../../desk/durable.ts";
import { no, type Outcome, yes } from "../../desk/outcome.ts";
import { type RunningServer, runningServers, serversDirectory } from "../../desk/server-file.ts";
import { visible } from "../../plan/visible.ts";

const STARTS_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Starts a dashboard that outlives this session. It has the environment of this process, since plans that are run in it
 * need the keys of the models, but not the mark of an agent's shell.
 */
export async function startDashboard(desk: Desk, env: NodeJS.ProcessEnv): Promise<Outcome<RunningServer>> {
  const directory = serversDirectory(desk.home);
  makeDirectory(directory, 0o700);
  const log = join(directory, "server.log");
  const output = openSync(log, "w", 0o600);
  // In a checkout and in the package: the program that persons type.
  const program = join(dirname(findPackageJSON(import.meta.url) ?? ""), "bin/countersign.js");
  const child = spawn(process.execPath, [program, "serve", desk.project], {
    ...{ cwd: homedir(), env: withoutOwnMark(env), detached: true, stdio: ["ignore", output, output] },
  });
  closeSync(output);
  let isOver = false;
  for (const end of ["error", "exit"]) {
    child.once(end, () => {
      isOver = true;
    });
  }
  child.unref();
  for (let waited = 0; waited < STARTS_WITHIN_MS; waited += LOOK_EVERY_MS) {
    // Looked at first: it also ends if another process has started one in between.
    const isLast = isOver;
    const [running] = runningServers(desk.home);
    if (running) return yes(running);
    if (isLast) break;
    await setTimeout(LOOK_EVERY_MS);
  }
  return no("timed_out", `The dashboard did not start. ${lastLine(log)}`.trim(), {
    hint: "Run countersign serve in a terminal to see why.",
  });
}

function lastLine(file: string): string {
  try {
    return visible(readFileSync(file, "utf8").trim().split("\n").at(-1) ?? "");
  } catch {
    return "";
  }
}
