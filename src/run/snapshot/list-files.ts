import { existsSync, lstatSync } from "node:fs";
import { dirname } from "node:path";
import { GitFailed } from "../../desk/git/git-failed.ts";
import { NotUnderstood, repositoryAt } from "../../desk/look-at-git/find-repository.ts";
import { SeenFiles } from "../../desk/look-at-git/while-unchanged.ts";
import { below, type PathBytes } from "../../desk/tree/path-bytes.ts";
import type { Entry } from "./entry.ts";
import { askGit, type Place } from "./git.ts";

/** Git's list of a project's working tree, without comparing content: no filter runs. */
export interface Listing {
  /** Tracked files, and new ones that are not ignored. Some may be gone. */
  names: Set<PathBytes>;
  submodules: Map<PathBytes, Entry>;
  /** Nested repositories: git does not look into them. */
  nested: PathBytes[];
}

export async function listFiles(place: Place): Promise<Listing> {
  const listed = await askGit(place, ["ls-files", "-t", "--stage", "--cached", "--others", "--exclude-standard", "-z"]);
  const names = new Set<PathBytes>();
  const submodules = new Map<PathBytes, Entry>();
  const nested: PathBytes[] = becameRepositories(place);
  for (const line of split(listed)) {
    // `? <path>` is new; everything else is `<letter> <mode> <object> <stage>\t<path>`, where a path may hold tabs.
    if (line.startsWith("? ")) {
      if (line.endsWith("/")) nested.push(line.slice(2));
      else names.add(line.slice(2));
      continue;
    }
    const path = line.slice(line.indexOf("\t") + 1);
    const isSubmodule = line.startsWith("160000 ", 2) && lstatSync(below(place.project, path), QUIET)?.isDirectory();
    if (isSubmodule) submodules.set(path, { mode: "160000", oid: line.split(" ", 3)[2] ?? "" });
    else names.add(path);
  }
  await Promise.all(
    [...submodules].map(async ([path, entry]) => submodules.set(path, await asItIs(place, path, entry))),
  );
  return { names, submodules, nested };
}

/** Which of these git would ignore now, if they are not tracked. */
export async function ignoredAmong(place: Place, paths: readonly PathBytes[]): Promise<Set<PathBytes>> {
  if (paths.length === 0) return new Set();
  try {
    // With `./` in front no name is read as pathspec magic (`:…`).
    const input = paths.map((path) => `./${path}\0`).join("");
    const ignored = split(await askGit(place, ["check-ignore", "-z", "--stdin"], input));
    return new Set(ignored.map((path) => path.slice(2)));
  } catch (error) {
    if (error instanceof GitFailed && error.code === 1) return new Set();
    throw error;
  }
}

const QUIET = { throwIfNoEntry: false } as const;

/** Whether a new repository was made of the project, or of a directory between it and its own repository. */
function becameRepositories({ project, workTree }: Place): PathBytes[] {
  for (let here = project; here !== workTree && here.startsWith(workTree); here = dirname(here)) {
    if (existsSync(`${here}/.git`)) return ["./"];
  }
  return [];
}

/** On the commit that is checked out, which need not be the one that the index has. */
async function asItIs(place: Place, path: PathBytes, entry: Entry): Promise<Entry> {
  const directory = below(place.project, path);
  try {
    const found = typeof directory === "string" ? repositoryAt(directory, new SeenFiles(Date.now())) : undefined;
    if (found?.workTree === undefined) return entry;
    const inside = { ...place, gitDir: found.gitDir, workTree: found.workTree, project: found.workTree };
    const oid = (await askGit(inside, ["rev-parse", "--verify", "--quiet", "HEAD"])).trim();
    return oid.length === entry.oid.length ? { ...entry, oid } : entry;
  } catch (error) {
    const isOdd = error instanceof GitFailed || error instanceof NotUnderstood;
    if (isOdd || (error instanceof Error && "code" in error)) return entry;
    throw error;
  }
}

function split(output: string): string[] {
  return output.split("\0").slice(0, -1);
}
