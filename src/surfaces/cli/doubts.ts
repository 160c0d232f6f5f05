import { changedArtifacts } from "../../desk/changed-artifacts.ts";
import type { Desk, FoundPlan } from "../../desk/desk.ts";
import { changedSince, type ReliedOn } from "../../desk/git.ts";
import type { Problem } from "../../plan/problem.ts";

/** What somebody who is about to sign should know of the world around the plan. */
export interface Doubts {
  /** Steps whose files are not as they were when the plan was made. */
  changed: ReliedOn[];
  /** Artifacts that are not the ones whose hashes are signed. */
  warnings: Problem[];
}

export function doubtsOf(desk: Desk, view: FoundPlan): Doubts {
  if (view.kind !== "standing") return { changed: [], warnings: [] };
  const { plan } = view.state.proposal;
  const warnings = changedArtifacts(desk.project, plan).map((name) => ({
    severity: "warning" as const,
    kind: "changed_artifact",
    message: `The artifact ${name} is gone, or not the one the plan was proposed with.`,
  }));
  return { changed: changedSince(desk.project, plan), warnings };
}
