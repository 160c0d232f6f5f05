import type { NextAction } from "../../../lifecycle/next-action.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { callAction } from "../call-action.ts";
import type { LeftPanel } from "./panel-subject.ts";

/** The panel of a plan that its session has left; nothing for one that has ended. */
export function panelOfLeft(
  plan: LivePlan,
  { isRun, actions }: { isRun: boolean; actions: readonly NextAction[] },
): LeftPanel | undefined {
  const { id, status } = plan;
  if (status === "completed" || status === "rejected" || status === "cancelled") return undefined;
  const [first] = actions;
  const { done, total } = stepCounts(plan);
  return {
    kind: "left",
    plan_id: id,
    title: plan.proposal.plan.title,
    status,
    isRun,
    done,
    steps: total,
    ...(first && { command: callAction(isDefault(first) ? withoutPlan(first) : first) }),
  };
}

/** Commands that mean the session's own plan where none is named. */
function isDefault({ move }: NextAction): boolean {
  return move === "run" || move === "resume" || move === "retry" || move === "pause";
}

function withoutPlan({ plan: _, ...action }: NextAction): NextAction {
  return action;
}
