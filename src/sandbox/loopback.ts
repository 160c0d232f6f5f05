import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { findProgram } from "./find-program.ts";
import { LOCK_DOWN } from "./util-linux-scripts.ts";

/** A loopback that several commands share, while no network is open: a network namespace, or the machine's own loopback. */
export type Loopback = { nsenter: string; user: string; net: string } | "machine";

export interface SharedLoopback {
  loopback: Loopback;
  /** No further command joins it; it is gone when those in it have ended. */
  close(): void;
}

/**
 * Makes a network namespace with nothing but a loopback, and a user namespace that owns it. This process holds both by
 * descriptors, and commands join them by those: no number of a process that could become another's is involved. A command in the
 * sandbox has a user namespace below, and no rights over this one.
 */
export async function openLoopback(
  env: NodeJS.ProcessEnv,
  project: string,
  find: (name: string) => string | undefined = (name) =>
    findProgram(name, [env["PATH"] ?? "", "/usr/sbin:/sbin"].join(":"), project),
): Promise<SharedLoopback | { none: string }> {
  if (process.platform === "darwin") return { loopback: "machine", close: () => {} };
  const [unshare, nsenter, sh, perl, ip] = ["unshare", "nsenter", "sh", "perl", "ip"].map(find);
  if (unshare === undefined || nsenter === undefined || sh === undefined) {
    return { none: "nsenter and unshare of util-linux are missing" };
  }
  const raise = perl ? [perl, "-e", LOCK_DOWN, "lo", ""] : ip ? [sh, "-c", RAISE, "sh", ip] : undefined;
  if (raise === undefined)
    return { none: "neither perl nor ip is installed, and one of them has to start the loopback" };
  const namespaces = ["--user", "--net", "--map-current-user", "--keep-caps"];
  const maker = spawn(unshare, [...namespaces, ...raise, sh, "-c", "echo ready && read -r end"], {
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  maker.stdin?.on("error", () => {});
  try {
    const said = await firstWords(maker);
    return said === "ready\n" ? held(nsenter, maker.pid) : { none: said.trim() || "no network namespace can be made" };
  } finally {
    maker.stdin?.end();
  }
}

const RAISE = '"$1" link set lo up && shift && exec "$@"';

async function firstWords(maker: ChildProcess): Promise<string> {
  let errors = "";
  maker.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const closed = once(maker, "close").then(
    () => errors,
    (error: Error) => error.message,
  );
  const ready = maker.stdout ? once(maker.stdout, "data").then(([chunk]) => String(chunk)) : closed;
  return Promise.race([ready, closed]);
}

function held(nsenter: string, pid: number | undefined): SharedLoopback | { none: string } {
  const [user, net] = [openSync(`/proc/${pid}/ns/user`, "r"), openSync(`/proc/${pid}/ns/net`, "r")];
  const close = () => {
    closeSync(user);
    closeSync(net);
  };
  // Never one that anything else on this machine is in.
  const isOurs = (fd: number, kind: string) => fstatSync(fd).ino === statSync(`/proc/self/ns/${kind}`).ino;
  if (isOurs(user, "user") || isOurs(net, "net")) {
    close();
    return { none: "no network namespace of its own was made" };
  }
  const path = (fd: number) => `/proc/${process.pid}/fd/${fd}`;
  return { loopback: { nsenter, user: path(user), net: path(net) }, close };
}

/** The words before a command that has it join the namespace. */
export function joining(loopback: Loopback | undefined): string[] {
  if (loopback === undefined || loopback === "machine") return [];
  const { nsenter, user, net } = loopback;
  return [nsenter, `--user=${user}`, `--net=${net}`, "--preserve-credentials", "--"];
}
