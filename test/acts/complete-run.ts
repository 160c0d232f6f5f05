import { runPlan } from "../../src/acts/run-plan.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { no } from "../../src/desk/outcome.ts";
import type { PlanId } from "../../src/plan/plan.ts";

/** Runs all steps of a plan of commands, as another process would. */
export function completeRun(desk: Desk, id: PlanId): Promise<unknown> {
  const agents = async () => no("not_found", "There are no agents.");
  const { signal } = new AbortController();
  return runPlan(id, { desk, env: process.env, tell: () => {}, signal, canWait: false, agents });
}
