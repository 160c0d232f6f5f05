import { planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { planSimulation } from "../../../agent/plan-simulation.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";

/** Waves of steps that could run together, and what they would use. Nothing runs. */
export async function simulate(session: PlanSession, id: string): Promise<Outcome<string>> {
  const plan = await planInSession(session, id);
  return plan.ok ? yes(planSimulation(session, plan.value)) : plan;
}
