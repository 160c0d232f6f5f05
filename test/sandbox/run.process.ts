// Runs commands in the sandbox, one after the other, as whoever started this process. Asked and answered in JSON.
import { join } from "node:path";
import { matchesFiles } from "../../src/desk/matches-files.ts";
import {
  type ExecutingSurroundings,
  executingProfile,
  planningProfile,
  type Surroundings,
} from "../../src/sandbox/profile.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import { type Implementation, sandboxBy } from "./implementations.ts";

export type Order =
  | ({ kind: "planning" } & Surroundings)
  /** `filesBeside`: the globs of steps that may run at the same time. */
  | ({ kind: "executing"; filesBeside?: string[][] } & ExecutingSurroundings);

export interface Result {
  code: number | null;
  out: string;
  err: string;
  trespassed: readonly string[];
  unkept: readonly string[];
}

export interface Task {
  implementation: Implementation;
  order: Order;
  commands: string[];
}

const { implementation, order, commands }: Task = JSON.parse(process.argv[2] ?? "");
const sandbox = await sandboxBy(implementation);
const results: Result[] = [];
for (const command of commands) {
  const profile = order.kind === "planning" ? planningProfile(order) : executingProfile({ ...order, ...beside(order) });
  let out = "";
  let err = "";
  const { code, trespassed, unkept } = await runInSandbox(command, profile, {
    sandbox,
    timeout: 60_000,
    output: {
      stdout: (chunk) => {
        out += chunk;
        if (process.env["SHOW"]) process.stdout.write(chunk);
      },
      stderr: (chunk) => {
        err += chunk;
      },
    },
  });
  results.push({ code, out, err, trespassed, unkept });
}
process.stdout.write(JSON.stringify(results));

function beside({ filesBeside, project }: { filesBeside?: string[][]; project: string }) {
  const scratch = join(project, ".pi/plans/.state/apart");
  return filesBeside && { beside: { files: filesBeside, matches: matchesFiles, scratch } };
}
