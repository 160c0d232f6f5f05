import { realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { findRepository } from "../../desk/look-at-git/find-repository.ts";
import { SeenFiles } from "../../desk/look-at-git/while-unchanged.ts";

/** Where git keeps the repository of a project. Paths are relative to the project. */
export interface OwnGit {
  /** Has the index. */
  gitDir: string;
  /** Have the hooks, settings, submodules and work trees: the shared directory, and that of this work tree. */
  directories: readonly string[];
  workTree: string;
}

/** Outside of the project for a linked work tree, a submodule, and a directory of a larger repository. */
export function ownGit(project: string): OwnGit {
  const usual: OwnGit = { gitDir: ".git", directories: [".git"], workTree: "" };
  try {
    const found = findRepository(project, new SeenFiles(Date.now()));
    if (found === undefined) return usual;
    const [common = "", gitDir = "", workTree = ""] = [found.commonDir, found.gitDir, found.workTree ?? project]
      .map((path) => realpathSync.native(path))
      .map((path) => relative(project, path));
    const directories = [common, ...(gitDir.startsWith(`${common}/`) ? [] : [gitDir])];
    return { gitDir, directories: [...new Set(directories)], workTree };
  } catch {
    // Git would not understand this repository either.
    return usual;
  }
}

/** Whether a path is in the project's own repository, or in that of a submodule or another work tree of it. */
export function isOwnGit({ directories }: OwnGit, path: string): boolean {
  return directories.some((own) => path === own || /^(?:modules|worktrees)\//.test(below(path, own)));
}

function below(path: string, directory: string): string {
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : "";
}

export function isOutside(path: string): boolean {
  return path === ".." || path.startsWith("../") || isAbsolute(path);
}
