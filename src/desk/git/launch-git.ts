import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { pathOutside } from "../tree/path-outside.ts";
import { GitFailed } from "./git-failed.ts";

export interface GitOptions {
  /** The project git is asked about, or a repository in it: no program in it, or in a repository around it, is run. */
  project: string;
  /** Where git starts: in the project, if left out. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Variables of our own on top. */
  variables?: Readonly<Record<string, string>>;
  /** Milliseconds until git is killed. */
  mostMs?: number;
}

/** More than any answer needs; a caller that reads all of it at once must not run out of memory. */
export const LARGEST_ANSWER = 128 * 1024 * 1024;
const ONE_HOUR = 3_600_000;
const TEN_SECONDS = 10_000;

/**
 * Starts git. This file is the only one that does, and a test says so: a repository's settings and what lies in its
 * working tree must not choose what runs. What a command compares by content can still run filters of the repository: ask
 * `lookAtGit` first.
 */
export function startGit(args: readonly string[], options: GitOptions): ChildProcessWithoutNullStreams {
  const { cwd = options.project, mostMs = ONE_HOUR } = options;
  return childProcess().spawn("git", [...SAFE, ...args], {
    cwd,
    env: environment(options),
    timeout: mostMs,
    killSignal: "SIGKILL",
  });
}

/** Waits for git, and with it everything else in this process. Throws `GitFailed`. */
export function runGit(args: readonly string[], options: GitOptions): Buffer {
  const { cwd = options.project, mostMs = TEN_SECONDS } = options;
  const { error, status, stdout, stderr } = childProcess().spawnSync("git", [...SAFE, ...args], {
    cwd,
    env: environment(options),
    timeout: mostMs,
    killSignal: "SIGKILL",
    maxBuffer: LARGEST_ANSWER,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error) throw new GitFailed("code" in error ? String(error.code) : null, error.message);
  if (status !== 0) throw new GitFailed(status, stderr.toString().trim().slice(-2_000));
  return stdout;
}

/** Loaded when git is asked for the first time: a command that only lists plans needs no processes. */
function childProcess(): typeof import("node:child_process") {
  return process.getBuiltinModule("node:child_process");
}

const SAFE = [
  // A replaced object would hide what is really in a commit.
  ...["--no-pager", "--no-optional-locks", "--no-replace-objects"],
  // What a repository may have git run: a watcher, hooks.
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"],
  // What we ask or write leaves no other trace, and what a repository remembers of its untracked files is not believed.
  ...["-c", "core.logAllRefUpdates=false", "-c", "core.untrackedCache=false", "-c", "gc.auto=0"],
];

// What leads git to another repository or index, to another program, or has it write traces. Settings stay: they are the
// user's.
const STEERS = /^GIT_(?!CONFIG|CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$)/;
// Missing objects are not fetched: a repository says how, and with which program.
const NO_TRANSPORT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

function environment({ project, env = process.env, variables }: GitOptions): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !STEERS.test(name));
  const path = { PATH: pathOutside(project, env["PATH"], "git"), LC_ALL: "C" };
  return { ...Object.fromEntries(kept), ...path, ...NO_TRANSPORT, ...variables };
}
