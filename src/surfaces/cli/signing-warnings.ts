import { changedArtifacts } from "../../desk/changed-artifacts.ts";
import type { Desk, FoundPlan } from "../../desk/desk.ts";
import { changedSince, hiddenChanges, type ReliedOn } from "../../desk/git.ts";
import type { Problem } from "../../plan/problem.ts";

/** What somebody who is about to sign should know of the world around the plan. */
export interface SigningWarnings {
  /** Steps whose files are not as they were when the plan was made. */
  changed: ReliedOn[];
  /** Artifacts that are not the ones whose hashes are signed; and what could not be looked at. */
  warnings: Problem[];
}

export function signingWarnings(desk: Desk, view: FoundPlan): SigningWarnings {
  if (view.kind !== "standing") return { changed: [], warnings: [] };
  const { plan } = view.state.proposal;
  const warnings: Problem[] = changedArtifacts(desk.project, plan).map((name) => ({
    severity: "warning",
    kind: "changed_artifact",
    message: `The artifact ${name} is gone, or not the one the plan was proposed with.`,
  }));
  if (plan.base_commit === undefined) return { changed: [], warnings };
  const hidden = hiddenChanges(desk.project);
  if (hidden !== undefined) {
    const message = `Changes that are not committed were not looked for: git would use ${hidden}.`;
    warnings.push({ severity: "warning", kind: "changes_not_seen", message });
  }
  return { changed: changedSince(desk.project, plan), warnings };
}
