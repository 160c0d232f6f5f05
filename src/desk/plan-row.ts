import type { LivePlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { stepCounts } from "../lifecycle/step-counts.ts";
import { defined } from "../plan/defined.ts";
import { type Plan, RISKS } from "../plan/plan.ts";
import { approvalOf } from "./file-status.ts";
import type { PlanView } from "./plan-view.ts";
import type { PlanRow } from "./rows.ts";

/** The row of a plan; undefined for a missing plan. */
export function planRow(id: string, view: PlanView): PlanRow | undefined {
  switch (view.kind) {
    case "absent":
      return undefined;
    case "elsewhere": {
      const { plan, claims } = view.document;
      return {
        ...ofPlan(plan),
        status: "elsewhere",
        elsewhere: claims.status ?? "proposed",
        revision: 1,
        version: 0,
        digest: view.digest,
        created_at: claims.created_at ?? "",
        updated_at: claims.updated_at ?? claims.created_at ?? "",
        requester: "",
        archived: false,
        steps_done: 0,
        waiting: 0,
      };
    }
    case "broken": {
      const { seq: _, ...problem } = view.broken;
      // A broken journal is shown as this plan's, and has no open requests.
      return { ...ofState(id, view.state), id, status: "broken", waiting: 0, problem };
    }
    case "unreadable": {
      const first = view.problems[0];
      const where = first?.line === undefined ? {} : { line: first.line };
      return {
        ...ofState(id, view.state),
        problem: { kind: "unreadable", message: first?.message ?? "It cannot be read.", ...where },
      };
    }
    case "standing":
      return ofState(id, view.state);
  }
}

function ofState(id: string, state: LivePlan | undefined): PlanRow {
  if (state === undefined) {
    return {
      id,
      title: "",
      status: "unreadable",
      revision: 0,
      version: 0,
      digest: "",
      created_at: "",
      updated_at: "",
      requester: "",
      priority: 0,
      archived: false,
      steps: 0,
      steps_done: 0,
      risk: "",
      waiting: 0,
    };
  }
  const { approved_by, approved_at } = approvalOf(state);
  const counts = stepCounts(state);
  return {
    ...ofPlan(state.proposal.plan),
    status: state.status,
    revision: state.proposal.revision,
    version: state.version,
    digest: state.proposal.digest,
    created_at: state.created_at,
    updated_at: state.updated_at,
    requester: state.requester.name,
    ...defined({ approved_by, approved_at }),
    ...("queued" in state && state.queued && { queued: { priority: state.queued.priority, at: state.queued.at } }),
    ...(state.status === "cancelled" && state.why === "stale" && { expired: true }),
    archived: state.archived,
    steps: counts.total,
    steps_done: counts.done,
    ...(counts.rolled_back > 0 && { steps_rolled_back: counts.rolled_back }),
    waiting: openRequests(state.requests).length,
  };
}

type OfPlan = Pick<PlanRow, "id" | "title" | "priority" | "steps" | "risk">;

/** During a run the row is made again and again, and its part about the plan itself stays the same. */
const known = new WeakMap<Plan, OfPlan>();

function ofPlan(plan: Plan): OfPlan {
  const found = known.get(plan) ?? {
    id: plan.id,
    title: plan.title,
    priority: plan.priority ?? 0,
    steps: plan.steps.length,
    risk: RISKS.findLast((risk) => plan.steps.some((step) => step.risk === risk)) ?? "",
  };
  known.set(plan, found);
  return found;
}
