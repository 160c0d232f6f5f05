import { GitFailed } from "./git/git-failed.ts";
import { runGit } from "./git/launch-git.ts";
import { readHead } from "./git/read-head.ts";

/** As git spells it with `--short=12`. */
const DIGITS = 12;

/**
 * The commit the project is at, if it is in git, by its first digits. Git itself answers with more of them where another
 * object begins alike; what `readHead` found is cut off there too, since only git knows all objects. `changedSince` then
 * gets no answer, as for a commit that is gone: it never compares with another commit.
 */
export function headCommit(project: string): string | undefined {
  const read = readHead(project);
  if (read === "none") return undefined;
  return read === "unknown" ? byGit(project) : read.id.slice(0, DIGITS);
}

function byGit(project: string): string | undefined {
  try {
    const answer = runGit(["rev-parse", "--verify", "--quiet", `--short=${DIGITS}`, "HEAD"], { project });
    return answer.toString().trim() || undefined;
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}
