import { spawnSync } from "node:child_process";
import { matchesGlob } from "node:path";
import type { Plan, StepId } from "../plan/plan.ts";
import { lookAtGit } from "./look-at-git.ts";

/** The commit the project is at, if it is in git. */
export function headCommit(project: string): string | undefined {
  return git(project, ["rev-parse", "--verify", "--quiet", "--short=12", "HEAD"])?.trim() || undefined;
}

export interface ReliedOn {
  step: StepId;
  /** Files the step touches that are not as they were. */
  files: string[];
}

/**
 * Which steps rely on files that changed since the commit the plan was made on. Comparing with the working tree can run
 * programs a repository names (`filter.*.clean`), and no option of git prevents it: where it names any, only commits are
 * compared, and where that cannot be told, nothing is. `hiddenChanges` says so.
 */
export function changedSince(project: string, plan: Plan): ReliedOn[] {
  const base = plan.base_commit;
  if (base === undefined || !/^[0-9a-f]{4,64}$/i.test(base) || !plan.steps.some((step) => step.files?.length))
    return [];
  const { found } = lookAtGit(project);
  if (found === "none" || found === "unknown") return [];
  const options = ["--no-ext-diff", "--no-textconv", "--no-renames", "--numstat", "-z", "--relative"];
  // To refresh the index would write it, locks or no locks; counted lines tell a file that was only touched as well.
  const untouched = ["-c", "diff.autoRefreshIndex=false", "diff"];
  const changed = git(project, [...untouched, ...options, base, ...(found === "harmful" ? ["HEAD"] : []), "--"]);
  const files = (changed ?? "")
    .split("\0")
    .filter(Boolean)
    .map((line) => line.replace(/^[^\t]*\t[^\t]*\t/, ""));
  return plan.steps.flatMap((step) => {
    const touched = files.filter((file) => step.files?.some((glob) => matchesGlob(file, glob)));
    return touched.length > 0 ? [{ step: step.id, files: touched }] : [];
  });
}

/** Why `changedSince` cannot see changes that are not committed, if so: what the repository would have git run. */
export function hiddenChanges(project: string): string | undefined {
  const look = lookAtGit(project);
  if (look.found === "unknown") return `a repository that cannot be looked at (${look.because})`;
  return look.found === "harmful" ? look.because.join(", ") : undefined;
}

// Missing objects are not fetched: a repository says how, and with which program.
const NO_TRANSPORT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

/** Asks git without letting the repository's configuration run anything, as long as git stays away from the working tree. */
function git(project: string, args: string[]): string | undefined {
  const safe = ["--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  const { status, stdout } = spawnSync("git", ["-C", project, ...safe, ...args], {
    encoding: "utf8",
    timeout: 10_000,
    maxBuffer: 32 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...NO_TRANSPORT },
  });
  return status === 0 ? stdout : undefined;
}
