import type { Desk } from "../../../desk/desk.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { executorOf } from "./executor-of.ts";

/** Of a plan whose executor is gone: what that one left running is ended, and its steps are interrupted. */
export async function endDeadRun(desk: Desk, plan: LivePlan): Promise<Outcome<LivePlan>> {
  // Cancelled, too: its executor may have been killed before it could say so.
  const mayRun = ["executing", "paused", "stalled", "cancelled"].includes(plan.status);
  const isLost = mayRun && plan.run !== undefined && plan.run.steps.count("in_progress") > 0;
  if (!isLost || (await executorOf(desk, plan)) !== undefined) return yes(plan);
  const { settleDeadRun } = await import("../../../run/settle-dead-run.ts");
  return settleDeadRun(desk, plan.id);
}
