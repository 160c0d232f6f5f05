import type { Approval, LivePlan, PlanStatus } from "../../lifecycle/plan-state.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { digestOf } from "../../plan/digest.ts";
import type { Problem } from "../../plan/problem.ts";

/** Only a signed plan runs, and only in the exact text that was signed. */
export function checkSigned(state: LivePlan, approval: Approval | undefined): Problem[] {
  const problems: Problem[] = [];
  const say = (kind: string, message: string, hint: string) => {
    problems.push({ severity: "error", kind, message, hint });
  };
  const instead = INSTEAD[state.status];
  if (instead !== undefined) {
    const stands = state.status.replace("_", " ");
    say("not_approved", `The plan is ${stands}, and only an approved one can run.`, instead);
  }
  if (approval === undefined) return problems;
  const { signed } = approval;
  if (digestOf(signed.plan) !== signed.digest) {
    say("digest_mismatch", "The signed copy does not have the digest that was signed.", "Propose the plan again.");
  }
  // During a run, a person decides which text counts.
  const isSameText = state.proposal.digest === signed.digest && state.proposal.revision === signed.revision;
  if (state.status === "approved" && !isSameText) {
    say("text_changed", "The plan's text is not the one that was signed.", "Review it, and approve it again.");
  }
  if (openRequests(state.requests).some(({ kind }) => kind === "divergence")) {
    say(
      "diverged",
      "The plan file was changed during the run.",
      "Decide first whether to continue with the signed text.",
    );
  }
  return problems;
}

/** A hint for a plan that cannot be started or continued. */
const INSTEAD: Partial<Record<PlanStatus, string>> = {
  proposed: "Approve it first.",
  changes_requested: "Wait for its next revision, and approve that.",
  needs_review: "Approve it first, or reopen it.",
  failed: "Retry it, or one of its steps: then it is approved again.",
  completed: "Clone it to do it once more.",
  rejected: "Propose another.",
  cancelled: "Clone it to begin again.",
};
