import { execFile } from "node:child_process";
import { crypto } from "../crypto.ts";
import type { PathBytes } from "./path-bytes.ts";
import { pathOutside } from "./path-outside.ts";

/** What git says of a working tree. Paths are relative to the directory that was asked about. */
export interface GitListing {
  /** Tracked files, and new ones that are not ignored. */
  names: PathBytes[];
  /** Directories that are repositories of their own: submodules, and others that lie around. */
  repositories: PathBytes[];
  /** Stands for everything in the index but what is left out. */
  staged(isLeftOut: (name: PathBytes) => boolean): string;
  commit?: string;
  /** Nothing where HEAD is a commit and no branch. */
  branch?: string;
}

/**
 * Asks git which files there are. Only for questions that compare no content, so that no filter runs; what else these
 * commands could start is switched off. Nothing if git is not there or does not want to.
 */
export async function askGit(directory: string, workTree: string, mostMs: number): Promise<GitListing | undefined> {
  // Whatever `core.worktree` says: it may lead anywhere.
  const where = [`--work-tree=${workTree}`, "-C", directory, ...SAFE];
  const env = environment(workTree);
  const ask = (...args: string[]) => git([...where, ...args], env, mostMs);
  const [cached, others, commit, branch] = await Promise.all([
    ask("ls-files", "--stage", "-z"),
    ask("ls-files", "--others", "--exclude-standard", "-z"),
    ask("rev-parse", "--verify", "--quiet", "HEAD"),
    ask("symbolic-ref", "--quiet", "HEAD"),
  ]);
  if (cached === undefined || others === undefined) return undefined;
  const entries = split(cached).map(entryOf);
  const untracked = split(others);
  return {
    names: [
      ...new Set(entries.filter(({ isSubmodule }) => !isSubmodule).map(({ name }) => name)),
      ...untracked.filter((name) => !name.endsWith("/")),
    ],
    repositories: [
      ...entries.filter(({ isSubmodule }) => isSubmodule).map(({ name }) => name),
      ...untracked.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1)),
    ],
    staged: (isLeftOut) => hashed(entries.filter(({ name }) => !isLeftOut(name))),
    ...(commit && { commit: commit.trim() }),
    ...(branch && { branch: Buffer.from(branch.trim(), "latin1").toString().replace("refs/heads/", "") }),
  };
}

interface Entry {
  line: string;
  name: PathBytes;
  isSubmodule: boolean;
}

/** `<mode> <object> <stage>\t<path>`, where a path may hold tabs. */
function entryOf(line: string): Entry {
  return { line, name: line.slice(line.indexOf("\t") + 1), isSubmodule: line.startsWith("160000 ") };
}

function hashed(entries: readonly Entry[]): string {
  const hash = crypto().createHash("sha256");
  for (const { line } of entries) hash.update(line, "latin1").update("\0");
  return hash.digest("hex");
}

function split(output: string): string[] {
  return output.split("\0").slice(0, -1);
}

const SAFE = ["--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
const LARGEST = 128 * 1024 * 1024;

/** What git printed, a character for each byte. */
function git(args: string[], env: NodeJS.ProcessEnv, timeout: number): Promise<string | undefined> {
  const options = {
    encoding: "latin1",
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: LARGEST,
    env,
  } as const;
  return new Promise((resolve) => {
    const child = execFile("git", args, options, (error, stdout) => resolve(error ? undefined : stdout));
    child.stdin?.end();
  });
}

// What leads git to another repository or index, or has it write traces. Settings stay: they are the user's.
const STEERS = /^GIT_(?!CONFIG|CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$)/;
// Missing objects are not fetched: a repository says how, and with which program.
const NO_TRANSPORT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

function environment(workTree: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !STEERS.test(name));
  return { ...Object.fromEntries(kept), PATH: pathOutside(workTree, process.env["PATH"]), ...NO_TRANSPORT };
}
