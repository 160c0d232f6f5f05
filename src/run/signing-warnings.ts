import { changedArtifacts } from "../desk/changed-artifacts.ts";
import type { Desk } from "../desk/desk.ts";
import { changedSince, hiddenChanges, type ReliedOn } from "../desk/git.ts";
import type { Outcome } from "../desk/outcome.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { Problem } from "../plan/problem.ts";
import type { StepToolsHere } from "./capabilities.ts";
import { toolNamesLeft } from "./steps-left.ts";

/** Facts outside the plan that an approver should know. */
export interface SigningWarnings {
  /** Steps whose files changed after the plan was written. */
  changed: ReliedOn[];
  /** Artifacts that do not match their hashes in the plan, changes that git could not show, and tools that are not here. */
  warnings: Problem[];
}

/** Answers which tools a step can have here. */
export type AskStepTools = (names: readonly string[]) => Promise<Outcome<StepToolsHere>>;

/** On every surface, before the signature. `ask` is called only if a step lists a tool that is not pi's own. */
export async function signingWarnings(desk: Desk, state: LivePlan, ask: AskStepTools): Promise<SigningWarnings> {
  const { plan } = state.proposal;
  const warnings: Problem[] = changedArtifacts(desk.project, plan).map((name) => ({
    severity: "warning",
    kind: "changed_artifact",
    message: `The artifact ${name} is missing, or changed since the plan was proposed.`,
  }));
  const hidden = plan.base_commit === undefined ? undefined : hiddenChanges(desk.project);
  if (hidden !== undefined) {
    const message = `Uncommitted changes were not checked: git would use ${hidden}.`;
    warnings.push({ severity: "warning", kind: "changes_not_seen", message });
  }
  const changed = plan.base_commit === undefined ? [] : changedSince(desk.project, plan);
  return { changed, warnings: [...warnings, ...(await toolWarnings(desk, state, ask))] };
}

async function toolWarnings(desk: Desk, state: LivePlan, ask: AskStepTools): Promise<Problem[]> {
  if (!NOT_STARTED.includes(state.status) || toolNamesLeft(state).length === 0) return [];
  const { missingTools } = await import("./missing-tools.ts");
  return missingTools(desk, state, ask);
}

const NOT_STARTED: readonly LivePlan["status"][] = ["proposed", "changes_requested", "needs_review", "approved"];
