import type { Plan, StepId } from "../plan/plan.ts";
import { GitFailed } from "./git/git-failed.ts";
import { runGit } from "./git/launch-git.ts";
import { lookAtGit } from "./look-at-git.ts";
import { matchesFiles } from "./matches-files.ts";

export interface ReliedOn {
  step: StepId;
  /** Files of the step that have changed. */
  files: string[];
}

/**
 * Steps that rely on files that changed since the commit the plan was made on. Comparing with the working tree can
 * run programs that a repository names (`filter.*.clean`), and no option of git prevents it: if it names any, only
 * commits are compared, and if that is unknown, nothing is. `hiddenChanges` says so.
 */
export function changedSince(project: string, plan: Plan): ReliedOn[] {
  const base = plan.base_commit;
  if (base === undefined || !/^[0-9a-f]{4,64}$/i.test(base) || !plan.steps.some((step) => step.files?.length))
    return [];
  const { found } = lookAtGit(project);
  if (found === "none" || found === "unknown") return [];
  const options = ["--no-ext-diff", "--no-textconv", "--no-renames", "--numstat", "-z", "--relative"];
  // Refreshing the index would write it, even without locks; counted lines also recognise a file that was only
  // touched.
  const untouched = ["-c", "diff.autoRefreshIndex=false", "diff"];
  const commits = [`${base}^{commit}`, ...(found === "harmful" ? ["HEAD"] : [])];
  const changed = answer(project, [...untouched, ...options, ...commits, "--"]);
  const files = changed
    .split("\0")
    .filter(Boolean)
    .map((line) => line.replace(/^[^\t]*\t[^\t]*\t/, ""));
  return plan.steps.flatMap((step) => {
    const touched = files.filter((file) => step.files?.some((glob) => matchesFiles(file, glob)));
    return touched.length > 0 ? [{ step: step.id, files: touched }] : [];
  });
}

/** Why `changedSince` cannot see uncommitted changes, if so: the programs that the repository would have git run. */
export function hiddenChanges(project: string): string | undefined {
  const look = lookAtGit(project);
  if (look.found === "unknown") return `a repository that cannot be looked at (${look.because})`;
  return look.found === "harmful" ? look.because.join(", ") : undefined;
}

/** Undefined if git is missing, or does not know the commit. */
function answer(project: string, args: readonly string[]): string {
  try {
    return runGit(args, { project }).toString();
  } catch (error) {
    if (error instanceof GitFailed) return "";
    throw error;
  }
}
