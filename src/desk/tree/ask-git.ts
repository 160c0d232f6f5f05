import { crypto } from "../crypto.ts";
import { answerOf } from "../git/answer-of.ts";
import { startGit } from "../git/launch-git.ts";
import { readHead } from "../git/read-head.ts";
import type { PathBytes } from "./path-bytes.ts";

/** Git's view of a working tree. Paths are relative to the directory that was asked about. */
export interface GitListing {
  /** Tracked files, and new ones that are not ignored. */
  names: PathBytes[];
  /** Directories that are repositories of their own: submodules and others. */
  repositories: PathBytes[];
  /** A hash over all entries of the index except those left out. */
  staged(isLeftOut: (name: PathBytes) => boolean): string;
  commit?: string;
  /** Absent if HEAD is detached. */
  branch?: string;
}

/**
 * Asks git for the files. Only commands that compare no content, so that no filter runs. Undefined if git is missing
 * or fails.
 */
export async function askGit(directory: string, workTree: string, mostMs: number): Promise<GitListing | undefined> {
  // Overrides `core.worktree`, which may lead to any directory.
  const where = `--work-tree=${workTree}`;
  const ask = (...args: string[]) =>
    answerOf(startGit([where, ...args], { project: directory, mostMs })).catch(() => undefined);
  const [cached, others, { commit, branch }] = await Promise.all([
    ask("ls-files", "--stage", "-z"),
    ask("ls-files", "--others", "--exclude-standard", "-z"),
    headOf(directory, ask),
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
    ...(commit && { commit }),
    ...(branch && { branch: branch.replace("refs/heads/", "") }),
  };
}

type Head = Pick<GitListing, "commit" | "branch">;

/** Git is asked only where its files do not tell: starting it takes longer than reading them. */
async function headOf(directory: string, ask: (...args: string[]) => Promise<string | undefined>): Promise<Head> {
  const head = readHead(directory);
  if (typeof head === "object") return { commit: head.id, ...(head.branch && { branch: head.branch }) };
  const [commit = "", branch = ""] = await Promise.all([
    ask("rev-parse", "--verify", "--quiet", "HEAD"),
    ask("symbolic-ref", "--quiet", "HEAD"),
  ]);
  return { commit: commit.trim(), branch: Buffer.from(branch.trim(), "latin1").toString() };
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
