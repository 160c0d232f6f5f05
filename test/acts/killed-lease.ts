import { spawn } from "node:child_process";
import { once } from "node:events";
import { processIdentity } from "../../src/desk/process-identity.ts";
import type { Lease } from "../../src/lifecycle/lease.ts";
import { newLease } from "../../src/run/lease.ts";

let killed: Promise<Lease> | undefined;

/** The lease of a process that was killed; one process serves all stories of a file. */
export function killedLease(): Promise<Lease> {
  killed ??= (async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "ignore" });
    await once(child, "spawn");
    const identity = processIdentity(child.pid ?? 0);
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    return { ...newLease(), ...identity };
  })();
  return killed;
}
