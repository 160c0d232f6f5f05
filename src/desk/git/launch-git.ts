import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { pathOutside } from "../tree/path-outside.ts";
import { GitFailed } from "./git-failed.ts";

export interface GitOptions {
  /** The project git is asked about, or a repository in it: no program in it, or in a repository around it, is run. */
  project: string;
  /** Git's working directory; the project by default. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Additional variables. */
  variables?: Readonly<Record<string, string>>;
  /** Milliseconds until git is killed. */
  mostMs?: number;
}

/** More than any answer needs; a caller that reads all of it at once must not run out of memory. */
export const LARGEST_ANSWER = 128 * 1024 * 1024;
const ONE_HOUR = 3_600_000;
const TEN_SECONDS = 10_000;

/**
 * Starts git. A test ensures that no other file does: a repository's settings and the files of its working tree must
 * not choose what runs. Commands that compare content can still run filters of the repository: ask `lookAtGit` first.
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

/** Runs git synchronously, which blocks this process. Throws `GitFailed`. */
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
  // A replacement object would hide the real content of a commit.
  ...["--no-pager", "--no-optional-locks", "--no-replace-objects"],
  // Programs that a repository can have git run: a watcher, hooks.
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"],
  // Git writes no other traces, and a repository's cache of untracked files is not trusted.
  ...["-c", "core.logAllRefUpdates=false", "-c", "core.untrackedCache=false", "-c", "gc.auto=0"],
];

// Variables that lead git to another repository, index or program, or make it write traces. The user's settings stay.
const STEERS = /^GIT_(?!CONFIG|CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$)/;
// Missing objects are not fetched: the repository would choose how, and with which program.
const NO_TRANSPORT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

function environment({ project, env = process.env, variables }: GitOptions): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !STEERS.test(name));
  const path = { PATH: pathOutside(project, env["PATH"], "git"), LC_ALL: "C" };
  return { ...Object.fromEntries(kept), ...path, ...NO_TRANSPORT, ...variables };
}
