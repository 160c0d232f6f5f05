import type { PlanSession } from "../../agent/plan-session.ts";
import type { NextAction } from "../../lifecycle/next-action.ts";
import { nextActions } from "../../lifecycle/next-actions.ts";
import { ENDS, type LivePlan } from "../../lifecycle/plan-state.ts";
import { holderOf } from "../../run/holder.ts";

/** The plan that this session is at; or the one it was at last, until that has ended. */
export async function sessionPlan(session: PlanSession): Promise<LivePlan | undefined> {
  const current = await session.agent.plan();
  if (current !== undefined) return current;
  const last = await session.lastPlan();
  return last !== undefined && !ENDS.includes(last.status) ? last : undefined;
}

/** What can be done with it now. */
export function sessionActions({ agent }: PlanSession, plan: LivePlan): NextAction[] {
  // To follow it is to look at its status.
  return nextActions(plan, holderOf(agent.desk, plan)).filter(({ move }) => move !== "watch");
}
