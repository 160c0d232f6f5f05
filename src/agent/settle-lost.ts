import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { carriedOutBy } from "./carried-out-by.ts";
import { currentStep, runningPlan } from "./running-plan.ts";

/** Before a run is ended whose process is gone: what that left running is ended, and its steps are interrupted. */
export async function settleLost(desk: Desk, plan: LivePlan): Promise<Outcome<LivePlan>> {
  const running = runningPlan(plan);
  const isLost = running?.run.lease !== undefined && currentStep(running) !== undefined;
  if (!isLost || carriedOutBy(desk, plan) !== undefined) return yes(plan);
  const { settleDeadRun } = await import("../run/settle-dead-run.ts");
  return settleDeadRun(desk, plan.id);
}
