import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { findRepository, NotUnderstood } from "../desk/look-at-git/find-repository.ts";
import { parseGitConfig } from "../desk/look-at-git/parse-git-config.ts";
import { SeenFiles } from "../desk/look-at-git/while-unchanged.ts";

/**
 * The directories of git that a step with `commits: true` writes: of the project's own repository, also where it is a
 * linked work tree or a submodule. A `.git` file can name any directory, so it counts only if that directory names the
 * project in turn. Nothing, if there is no repository or it is not understood.
 */
export function repositoryToChange(directory: string): { gitDir: string; commonDir: string } | undefined {
  try {
    const project = realpathSync.native(directory);
    const found = findRepository(project, new SeenFiles(Date.now()));
    if (found?.workTree === undefined) return undefined;
    const [gitDir, commonDir] = [realpathSync.native(found.gitDir), realpathSync.native(found.commonDir)];
    const isOwn = gitDir === `${found.workTree}/.git` || namesWorkTree(gitDir, found.workTree);
    return isOwn ? { gitDir, commonDir } : undefined;
  } catch (error) {
    if (error instanceof NotUnderstood || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}

/** A linked work tree has a file `gitdir` there; a submodule has the setting `core.worktree`. */
function namesWorkTree(gitDir: string, workTree: string): boolean {
  const link = textOf(`${gitDir}/gitdir`)?.toString().trim();
  if (link !== undefined) return realpathSync.native(resolve(gitDir, link)) === `${workTree}/.git`;
  const config = textOf(`${gitDir}/config`);
  const settings = config && parseGitConfig(config);
  const named = settings?.findLast(({ name }) => name === "core.worktree")?.value;
  return named !== undefined && realpathSync.native(resolve(gitDir, named)) === workTree;
}

function textOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
