import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { pathOutside } from "../../desk/tree/path-outside.ts";
import type { Algorithm } from "./entry.ts";

/** Which repository git works in, found once: whatever is put into the project later leads it nowhere else. */
export interface Place {
  /** Without links. */
  project: string;
  workTree: string;
  gitDir: string;
  commonDir: string;
  algorithm: Algorithm;
  env: NodeJS.ProcessEnv;
}

/** Git said no, in its own words. */
export class GitFailed extends Error {
  override name = "GitFailed";
  readonly code: number | string | null;
  constructor(code: number | string | null, said: string) {
    super(said);
    this.code = code;
  }
}

/** Starts git in the repository, with everything switched off that a repository could have it run or write besides. */
export function startGit(place: Place, args: readonly string[]): ChildProcessWithoutNullStreams {
  return start([`--git-dir=${place.gitDir}`, `--work-tree=${place.workTree}`, ...SAFE, ...args], place, place.project);
}

/** What git printed, a character for each byte. */
export function askGit(place: Place, args: readonly string[], input = ""): Promise<string> {
  return answerOf(startGit(place, args), input);
}

/** The same where git looks for the repository itself, and for whether it belongs to somebody else. */
export function askGitAt(directory: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  return answerOf(start([...SAFE, ...args], { workTree: directory, env }, directory));
}

/** All that is printed, or as much as `most` bytes of it. */
export async function answerOf(
  child: ChildProcessWithoutNullStreams,
  input = "",
  most = Number.POSITIVE_INFINITY,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    if (size < most) chunks.push(chunk);
    size += chunk.length;
    if (size >= most) child.kill("SIGKILL");
  });
  const ended = endOf(child);
  child.stdin.end(Buffer.from(input, "latin1"));
  const { code, said } = await ended;
  if (code !== 0 && size < most) throw new GitFailed(code, said);
  return Buffer.concat(chunks).subarray(0, most).toString("latin1");
}

/** How it ended: its exit code, or why it could not start; and the end of what it complained about. */
export function endOf(child: ChildProcessWithoutNullStreams): Promise<{ code: number | string | null; said: string }> {
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-2_000);
  });
  // That it hung up is told by its exit code.
  child.stdin.on("error", () => {});
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: "code" in error ? String(error.code) : null, said: error.message }));
    child.on("close", (code) => resolve({ code, said: said.trim() || `git ended with exit code ${code}` }));
  });
}

const SAFE = [
  ...["--no-pager", "--no-optional-locks", "--no-replace-objects"],
  // What a repository may have git run: a watcher, hooks.
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"],
  // What we write leaves no other trace.
  ...["-c", "core.logAllRefUpdates=false", "-c", "core.untrackedCache=false", "-c", "gc.auto=0"],
  // A name that only other systems mind is a name like any other; a few objects do not make a pack; be quick.
  ...["-c", "core.protectNTFS=false", "-c", "core.protectHFS=false", "-c", "fastimport.unpackLimit=100"],
  ...["-c", "pack.compression=1"],
];

// What leads git to another repository or index, or has it write traces. Settings stay: they are the user's.
const STEERS = /^GIT_(?!CONFIG|CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$)/;
// Missing objects are not fetched: a repository says how, and with which program.
const NO_TRANSPORT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

/** For git, with variables of our own on top. */
export function start(
  args: readonly string[],
  { workTree, env }: Pick<Place, "workTree" | "env">,
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const kept = Object.entries(env).filter(([name]) => !STEERS.test(name));
  const path = { PATH: pathOutside(workTree, env["PATH"]), LC_ALL: "C" };
  return spawn("git", args, { cwd, env: { ...Object.fromEntries(kept), ...path, ...NO_TRANSPORT, ...more } });
}
