import { GitFailed } from "./git/git-failed.ts";
import { runGit } from "./git/launch-git.ts";
import { readHead } from "./git/read-head.ts";

/** As git spells it with `--short=12`. */
const DIGITS = 12;

/**
 * The abbreviated commit of the project, if it is in git. Git abbreviates less where two objects begin alike; this
 * cuts an id from `readHead` at 12 digits regardless, since only git knows all objects. `changedSince` then gets no
 * answer, as for a missing commit: it never compares with another commit.
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
