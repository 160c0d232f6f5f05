import { findRepository, NotUnderstood } from "./find-repository.ts";
import { whileUnchanged } from "./while-unchanged.ts";

/**
 * Files that make git run programs in a project whose git directory is not called `.git`: a work tree of a bare
 * repository, or one made with `--separate-git-dir`. Paths below a `.git` are recognised by that name.
 */
export const unusualGitPlaces: (project: string) => readonly string[] = whileUnchanged(20, (project, files) => {
  try {
    const found = findRepository(files.realpath(project), files);
    if (found === undefined) return [];
    const directories = new Set([found.commonDir, found.gitDir].map((directory) => files.realpath(directory)));
    return [...directories]
      .filter((directory) => !/\/\.git(?:\/|$)/i.test(directory))
      .flatMap((directory) => NAMES.map((name) => `${directory}/${name}`));
  } catch (error) {
    if (error instanceof NotUnderstood || (error instanceof Error && "code" in error)) return [];
    throw error;
  }
});

const NAMES = [
  ...["config", "config.worktree", "config.lock", "hooks", "info/attributes", "commondir", "gitdir"],
  ...["modules", "worktrees"],
];
