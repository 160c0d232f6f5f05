import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { defined } from "../../plan/defined.ts";
import { findRepository, NotUnderstood, type Repository } from "../look-at-git/find-repository.ts";
import { SeenFiles } from "../look-at-git/while-unchanged.ts";
import { lookAtGit } from "../look-at-git.ts";
import type { TreePart } from "../tree.ts";
import { askGit, type GitListing } from "./ask-git.ts";
import { below, bytesOf, type PathBytes } from "./path-bytes.ts";
import type { ScanBudget } from "./scan-budget.ts";
import { walkFiles } from "./walk-files.ts";

export interface Found {
  parts: TreePart[];
  /** Files that may be in the working tree; some may be gone. */
  names: PathBytes[];
  /** Files outside it that control git, under the names people know. */
  gitFiles: Map<PathBytes, string>;
}

const MOST_REPOSITORIES = 200;

/** The files to read: of the project, and of every repository inside it, each by its own rules. */
export async function lookAtRepository(project: string, patience: ScanBudget): Promise<Found> {
  const found: Found = { parts: [], names: [], gitFiles: new Map() };
  const waiting: PathBytes[] = [""];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const inside = path === "" ? "" : `${path}/`;
    const listing = await listPart(project, path, found.parts.length, patience);
    if (listing.part) found.parts.push(listing.part);
    for (const name of listing.names) {
      if (inside === "" && isOwn(name)) continue;
      found.names.push(inside + name);
    }
    for (const [name, file] of listing.gitFiles) found.gitFiles.set(inside + name, file);
    waiting.push(...listing.repositories.map((name) => inside + name));
  }
  return found;
}

/** Planning writes the plans themselves. */
function isOwn(name: PathBytes): boolean {
  return name === ".pi/plans" || name.startsWith(".pi/plans/");
}

interface Listing {
  /** Undefined for a submodule that was never fetched: it is an ordinary directory. */
  part?: TreePart;
  names: readonly PathBytes[];
  repositories: readonly PathBytes[];
  gitFiles: Iterable<[PathBytes, string]>;
}

async function listPart(project: string, path: PathBytes, index: number, patience: ScanBudget): Promise<Listing> {
  const directory = below(project, path);
  const walked = async (because: string): Promise<Listing> => {
    const names = await walkFiles(directory, patience);
    return { part: { path, by: "walk", because }, names, repositories: [], gitFiles: [] };
  };
  if (index >= MOST_REPOSITORIES) return walked(`there are more than ${MOST_REPOSITORIES} repositories`);
  // The settings of a directory whose name is not UTF-8 cannot be read.
  if (typeof directory !== "string") return walked("its name is not plain text");
  const isFetched = path === "" || existsSync(`${directory}/.git`);
  if (!isFetched) {
    const names = existsSync(directory) ? await walkFiles(directory, patience) : [];
    return { names, repositories: [], gitFiles: [] };
  }
  const repository = trustedRepository(directory);
  if (typeof repository === "string") return walked(repository);
  const listing = await askGit(directory, repository.workTree, patience.left);
  if (listing === undefined) return walked("git cannot be asked here");
  return { ...partOf(path, listing, path === "" ? isOwn : () => false), gitFiles: steering(repository) };
}

/** The repository git would use, or why git should not be asked. */
function trustedRepository(directory: string): (Repository & { workTree: string }) | string {
  const look = lookAtGit(directory);
  if (look.found === "none") return "it is in no repository";
  if (look.found === "unknown") return look.because;
  try {
    const found = findRepository(realpathSync(directory), new SeenFiles(Date.now()));
    const { workTree } = found ?? {};
    return found && workTree !== undefined ? { ...found, workTree } : "it has no working tree";
  } catch (error) {
    if (error instanceof NotUnderstood) return error.message;
    throw error;
  }
}

function partOf(path: PathBytes, listing: GitListing, isLeftOut: (name: PathBytes) => boolean) {
  const { commit, branch } = listing;
  const part: TreePart = {
    path,
    by: "git",
    ...defined({ commit, branch }),
    staged: listing.staged(isLeftOut),
  };
  return { part, names: listing.names, repositories: listing.repositories };
}

const SETTINGS = ["config", "config.worktree", "info/exclude", "info/attributes", "hooks"];

/** Files that make git run programs or ignore files: not part of the tree, but they change what the tree does. */
function* steering({ gitDir, commonDir }: Repository): Generator<[PathBytes, string]> {
  for (const name of SETTINGS) {
    const file = `${name === "config.worktree" ? gitDir : commonDir}/${name}`;
    if (!lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) {
      yield [`.git/${name}`, file];
      continue;
    }
    const hooks = readdirSync(file).filter((hook) => !hook.endsWith(".sample"));
    for (const hook of hooks) yield [bytesOf(`.git/${name}/${hook}`), `${file}/${hook}`];
  }
}
