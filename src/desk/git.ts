import { spawnSync } from "node:child_process";
import { matchesGlob } from "node:path";
import type { Plan, StepId } from "../plan/plan.ts";

/** The commit the project is at, if it is in git. */
export function headCommit(project: string): string | undefined {
  return git(project, ["rev-parse", "--verify", "--quiet", "--short=12", "HEAD"])?.trim() || undefined;
}

export interface ReliedOn {
  step: StepId;
  /** Files the step touches that are not as they were. */
  files: string[];
}

/** Which steps rely on files that changed since the commit the plan was made on. */
export function changedSince(project: string, plan: Plan): ReliedOn[] {
  const base = plan.base_commit;
  if (base === undefined || !/^[0-9a-f]{4,64}$/i.test(base) || !plan.steps.some((step) => step.files?.length))
    return [];
  const changed = git(project, [
    "diff",
    "--no-ext-diff",
    "--no-textconv",
    "--name-only",
    "-z",
    "--relative",
    base,
    "--",
  ]);
  const files = (changed ?? "").split("\0").filter((file) => file !== "");
  return plan.steps.flatMap((step) => {
    const touched = files.filter((file) => step.files?.some((glob) => matchesGlob(file, glob)));
    return touched.length > 0 ? [{ step: step.id, files: touched }] : [];
  });
}

/** Asks git without letting the repository's configuration run anything. */
function git(project: string, args: string[]): string | undefined {
  const safe = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  const { status, stdout } = spawnSync("git", ["-C", project, ...safe, ...args], {
    encoding: "utf8",
    timeout: 10_000,
    maxBuffer: 32 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout : undefined;
}
