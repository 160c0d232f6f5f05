import { changedArtifacts } from "../../desk/changed-artifacts.ts";
import type { Desk, FoundPlan } from "../../desk/desk.ts";
import { changedSince, hiddenChanges, type ReliedOn } from "../../desk/git.ts";
import type { Problem } from "../../plan/problem.ts";

/** Changes outside the plan that an approver should know of. */
export interface SigningWarnings {
  /** Steps whose files changed after the plan was written. */
  changed: ReliedOn[];
  /** Artifacts that do not match their hashes in the plan, and changes that git could not show. */
  warnings: Problem[];
}

export function signingWarnings(desk: Desk, view: FoundPlan): SigningWarnings {
  if (view.kind !== "standing") return { changed: [], warnings: [] };
  const { plan } = view.state.proposal;
  const warnings: Problem[] = changedArtifacts(desk.project, plan).map((name) => ({
    severity: "warning",
    kind: "changed_artifact",
    message: `The artifact ${name} is missing, or changed since the plan was proposed.`,
  }));
  if (plan.base_commit === undefined) return { changed: [], warnings };
  const hidden = hiddenChanges(desk.project);
  if (hidden !== undefined) {
    const message = `Uncommitted changes were not checked: git would use ${hidden}.`;
    warnings.push({ severity: "warning", kind: "changes_not_seen", message });
  }
  return { changed: changedSince(desk.project, plan), warnings };
}
