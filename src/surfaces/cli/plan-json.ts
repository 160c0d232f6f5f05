import type { FoundPlan } from "../../desk/desk.ts";
import { fileStatus } from "../../desk/file-status.ts";
import { ownProperty } from "../../lifecycle/own-property.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { stepCounts } from "../../lifecycle/step-counts.ts";
import { defined } from "../../plan/defined.ts";

/** A plan in JSON: its text and its status, with the names of the front matter. */
export function planJson(state: LivePlan): Record<string, unknown> {
  const { steps: stepStates, selections, reviews: _, ...standing } = fileStatus(state);
  const { run } = state;
  const { plan } = state.proposal;
  const approval = "approval" in state ? state.approval : undefined;
  return {
    ...plan,
    steps: plan.steps.map((step) => ({
      ...step,
      status: "pending",
      ...(stepStates && ownProperty(stepStates, step.id)),
      ...defined({ deviations: run?.steps.get(step.id)?.result?.deviations }),
    })),
    ...(plan.decisions && {
      decisions: plan.decisions.map((decision) => {
        const chosen = selections && ownProperty(selections, decision.decision_id);
        return { ...decision, resolved: chosen !== undefined, ...defined({ selections: chosen }) };
      }),
    }),
    ...standing,
    counts: stepCounts(state),
    ...defined({ run_id: run?.id, amendments: run?.amendments, raised: run?.raised, rolled_back: run?.rolled_back }),
    archived: state.archived,
    requester: state.requester.name,
    proposed_by: state.proposal.proposed_by,
    ...(approval && {
      approval: {
        revision: approval.signed.revision,
        digest: approval.signed.digest,
        signatures: approval.signatures,
        ...approval.choices,
      },
    }),
    ...("signatures" in state && state.signatures.length > 0 && { signatures: state.signatures }),
    ...(state.reviews.length > 0 && { reviews: state.reviews }),
    requests: openRequests(state.requests),
  };
}

/** The same for a plan that may be elsewhere, broken or unreadable. */
export function foundJson(id: string, found: FoundPlan): Record<string, unknown> {
  switch (found.kind) {
    case "standing":
      return planJson(found.state);
    case "elsewhere": {
      const { plan, claims } = found.document;
      return { ...plan, status: "elsewhere", elsewhere: claims.status ?? "proposed", digest: found.digest };
    }
    case "broken":
      // The content of a broken journal is not trusted, so it gets a field of its own.
      return { id, status: "broken", problem: found.broken, ...(found.state && { claimed: planJson(found.state) }) };
    case "unreadable":
      return {
        ...(found.state ? planJson(found.state) : { id, status: "unreadable" }),
        problem: { kind: "unreadable", problems: found.problems },
      };
  }
}
