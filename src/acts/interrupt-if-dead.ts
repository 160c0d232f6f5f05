import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { liveLease } from "../run/holder.ts";
import { notInsideAgent } from "./may-start.ts";

/**
 * If the run's process is dead: ends the processes it left and marks its steps interrupted. Acts on a run begin with it, so it
 * refuses `by` if that is an agent: nothing is recorded for an act that is refused afterwards. Left out: someone only looks.
 */
export async function interruptIfDead(desk: Desk, plan: LivePlan, by?: Actor): Promise<Outcome<LivePlan>> {
  const outside = by === undefined ? yes(undefined) : notInsideAgent(by);
  if (!outside.ok) return outside;
  // Also of a cancelled plan: its executor may have been killed before it recorded the end of its step.
  const mayRun = ["executing", "paused", "stalled", "cancelled"].includes(plan.status);
  const isAtWork = mayRun && plan.run !== undefined && plan.run.steps.count("in_progress") > 0;
  if (!isAtWork || liveLease(desk, plan) !== undefined) return yes(plan);
  const { interruptDeadRun } = await import("../run/interrupt-dead-run.ts");
  return interruptDeadRun(desk, plan.id);
}
