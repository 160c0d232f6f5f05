import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { answerOf } from "../../desk/git/answer-of.ts";
import { GitFailed } from "../../desk/git/git-failed.ts";
import { startGit } from "../../desk/git/launch-git.ts";
import { findHome } from "../../desk/home.ts";
import { findRepository, NotUnderstood, type Repository } from "../../desk/look-at-git/find-repository.ts";
import { SeenFiles } from "../../desk/look-at-git/while-unchanged.ts";
import { askGit, type Place } from "./git.ts";
import { storeOf } from "./store.ts";

/** The repository a project is in, or in words why there can be no snapshots. */
export async function findPlace(
  directory: string,
  { env, home = findHome(env).directory }: { env: NodeJS.ProcessEnv; home?: string },
): Promise<Place | { none: string }> {
  const project = realpathSync.native(directory);
  const found = repositoryOf(project);
  if (typeof found === "string") return { none: found };
  const { workTree } = found;
  if (workTree === undefined) return { none: "the git repository is bare: it has no working tree" };
  try {
    // Git finds the repository itself here, and refuses one of another user.
    const asked = await answerOf(
      startGit(["rev-parse", "--absolute-git-dir", "--show-object-format"], { project, env }),
    );
    const lines = asked.replace(/\n$/, "").split("\n");
    const algorithm = lines.pop();
    // The directory's own path may have line breaks.
    const gitDir = lines.join("\n");
    if (algorithm !== "sha1" && algorithm !== "sha256") return { none: "git hashes in a way that is not known here" };
    const store = storeOf(home, realpathSync.native(found.commonDir), algorithm);
    const place: Place = { project, ...found, workTree, algorithm, store, env };
    // Git prints bytes, and may have followed other links.
    if (realpathSync.native(Buffer.from(gitDir, "latin1").toString()) !== realpathSync.native(found.gitDir)) {
      return { none: `git takes ${gitDir} for the repository, and that is not understood` };
    }
    if (await isIgnored(place)) return { none: `the git repository in ${workTree} ignores this directory` };
    return place;
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    if (error.code === "ENOENT") return { none: "git is not installed" };
    return { none: `git says: ${error.message.split("\n", 1)[0]}` };
  }
}

function repositoryOf(project: string): Repository | string {
  try {
    return findRepository(project, new SeenFiles(Date.now())) ?? "the project is in no git repository";
  } catch (error) {
    if (error instanceof NotUnderstood) return `the git repository is not understood: ${error.message}`;
    if (error instanceof Error && "code" in error) {
      return `the git repository cannot be looked at: the system says ${error.code}`;
    }
    throw error;
  }
}

/** As in a home directory that is kept in git: everything there would be left out. */
async function isIgnored(place: Place): Promise<boolean> {
  const way = relative(place.workTree, place.project);
  if (way === "") return false;
  try {
    // A path that is no plain text was refused before.
    await askGit({ ...place, project: place.workTree }, ["check-ignore", "--quiet", "--", way]);
    return true;
  } catch (error) {
    if (error instanceof GitFailed && error.code === 1) return false;
    throw error;
  }
}
