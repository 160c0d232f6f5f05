import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Duplex, Writable } from "node:stream";
import { defined } from "../plan/defined.ts";
import { FILTER_FD } from "./bubblewrap.ts";
import { agentEnvironment } from "./environment.ts";
import { GATE_FD, keepGate } from "./gate.ts";
import { LEFT_FD, leftIn } from "./left-processes.ts";
import type { SandboxProfile } from "./profile.ts";
import type { WorkingSandbox } from "./sandbox.ts";
import { findBash, type Released, type Wrapped, wrapCommand } from "./wrap.ts";

export interface RunOptions {
  sandbox: WorkingSandbox;
  /** The environment of this process; the command gets a clean one made of it. */
  env?: NodeJS.ProcessEnv;
  /** The agent it runs for. */
  agent?: string;
  /** Variables that are kept although they are on the list of unsafe ones. */
  keep?: readonly string[];
  signal?: AbortSignal;
  /** Milliseconds until it is killed. */
  timeout?: number;
  /** Gets its output at once; `inherit` uses our own descriptors. */
  output: "inherit" | { stdout(chunk: Buffer): void; stderr(chunk: Buffer): void };
}

export interface Ran extends Released {
  /** Of the command; 128 and the signal's number if a signal ended it. Nothing if it was killed from here. */
  code: number | null;
  signal: NodeJS.Signals | null;
  ended: "by itself" | "aborted" | "timed out";
  /** The command lines of processes that it left running, and that were ended. */
  left: readonly string[];
}

/** Runs a command line in the sandbox. When it ends or is aborted, all its processes end. */
export async function runInSandbox(
  command: string | readonly string[],
  profile: SandboxProfile,
  options: RunOptions,
): Promise<Ran> {
  if (options.signal?.aborted)
    return { code: null, signal: null, ended: "aborted", trespassed: [], unkept: [], left: [] };
  const env = options.env ?? process.env;
  const argv = typeof command === "string" ? shellFor(command, env, profile.cwd) : command;
  for (let attempt = 1; ; attempt++) {
    const { isBegun, ...ran } = await runOnce(argv, profile, options, env, attempt < ATTEMPTS);
    if (isBegun || ran.ended !== "by itself" || attempt >= ATTEMPTS) return ran;
  }
}

/** Of the list of left processes: it is short, unless a command writes to it. */
const MOST_CHUNKS = 16;

/** The set-up fails if a socket or directory vanishes during it: then it is repeated. */
const ATTEMPTS = 3;

async function runOnce(
  argv: readonly string[],
  profile: SandboxProfile,
  options: RunOptions,
  env: NodeJS.ProcessEnv,
  isTriedAgain: boolean,
): Promise<Ran & { isBegun: boolean }> {
  const wrapped = wrapCommand(argv, profile, options.sandbox, env, { gate: true, list: true });
  const { output } = options;
  const before: Buffer[] = [];
  const listed: Buffer[] = [];
  let isBegun = output === "inherit" || !wrapped.isGated;
  const tell = () => {
    if (output !== "inherit") for (const chunk of before.splice(0)) output.stderr(chunk);
  };
  // Output before the command has reached its gate comes from the sandbox itself.
  const heard =
    output === "inherit"
      ? output
      : {
          stdout: output.stdout,
          stderr: (chunk: Buffer) => {
            if (isBegun) output.stderr(chunk);
            else before.push(chunk);
          },
        };
  try {
    const child = startWrapped(wrapped, environmentFor(profile, wrapped, options), heard);
    (child.stdio[GATE_FD] as Duplex | null | undefined)?.once("data", () => {
      isBegun = true;
      tell();
    });
    ((child.stdio as readonly unknown[])[LEFT_FD] as Duplex | null | undefined)?.on("data", (chunk: Buffer) => {
      if (listed.length < MOST_CHUNKS) listed.push(chunk);
    });
    const ended = await watched(child, options);
    if (isBegun || !isTriedAgain || ended.ended !== "by itself") tell();
    return { ...ended, left: leftIn(Buffer.concat(listed)), ...wrapped.release(), isBegun };
  } catch (error) {
    wrapped.release();
    throw error;
  }
}

/** No start-up files: functions in them would shadow commands. */
export function shellFor(line: string, env: NodeJS.ProcessEnv, project: string): string[] {
  return [findBash(env, project), "--norc", "--noprofile", "-c", line];
}

/** Starts it, and hands it its filter. */
export function startWrapped(
  wrapped: Wrapped,
  env: Record<string, string>,
  output: RunOptions["output"],
): ChildProcess {
  const out = output === "inherit" ? "inherit" : "pipe";
  const child = spawn(wrapped.file, wrapped.args, {
    env,
    // Standard input stays closed: it would be a socket, which makes bash read its start-up files.
    stdio: [
      "ignore",
      out,
      out,
      wrapped.filter ? "pipe" : "ignore",
      wrapped.isGated ? "pipe" : "ignore",
      wrapped.isListed ? "pipe" : "ignore",
    ],
    // A group of its own: killed before it has tied its children to itself, they are found by the group.
    detached: true,
  });
  const feed = child.stdio[FILTER_FD] as Writable | null | undefined;
  // It may end before it has read anything; its exit code shows that.
  feed?.on("error", () => {});
  feed?.end(wrapped.filter);
  if (wrapped.isGated) keepGate(child.stdio[GATE_FD] as Duplex);
  if (output !== "inherit") {
    child.stdout?.on("data", output.stdout);
    child.stderr?.on("data", output.stderr);
  }
  return child;
}

function environmentFor(profile: SandboxProfile, { temp }: Wrapped, options: RunOptions): Record<string, string> {
  const { agent, keep } = options;
  return agentEnvironment(options.env ?? process.env, {
    mode: profile.kind,
    project: profile.cwd,
    temp,
    ...defined({ agent, keep }),
  });
}

function watched(child: ChildProcess, { signal, timeout }: RunOptions): Promise<Omit<Ran, keyof Released | "left">> {
  return new Promise((resolve, reject) => {
    let ended: Ran["ended"] = "by itself";
    const end = (how: Ran["ended"]) => {
      ended = how;
      killWrapped(child);
    };
    const abort = () => end("aborted");
    const timer = timeout === undefined ? undefined : setTimeout(() => end("timed out"), timeout);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    // Not before the last of its descendants has closed the output.
    child.once("close", (code, killedBy) => {
      settle();
      resolve({ code, signal: killedBy, ended });
    });
    signal?.addEventListener("abort", abort);
  });
}

/**
 * Kills for certain. The rest of the tree dies with its first process, is still in its group, or waits at the gate; but one
 * that has just left the group, and whose parent dies before it has tied itself to it, would be none of these. So the
 * first is stopped before it is killed, and what it has started by then is killed by name.
 */
export function killWrapped(child: ChildProcess): void {
  (child.stdio[GATE_FD] as Duplex | null | undefined)?.destroy();
  const { pid } = child;
  if (pid === undefined) return;
  signalTo(-pid, "SIGSTOP");
  const started = childrenOf(pid);
  if (!signalTo(-pid, "SIGKILL")) child.kill("SIGKILL");
  for (const one of started) signalTo(one, "SIGKILL");
}

function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // It has ended.
    return false;
  }
}

const LOOKS = 200;

/** The children of a process, once it has stopped. None without /proc: there no process leaves the group. */
function childrenOf(pid: number): number[] {
  try {
    for (let look = 0; look < LOOKS && isGoing(pid); look++);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
    return children.trim() === "" ? [] : children.trim().split(" ").map(Number);
  } catch {
    return [];
  }
}

function isGoing(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name of the program, in brackets, may have blanks in it.
  return !"TtZX".includes(stat.split(") ").at(-1)?.[0] ?? "X");
}
