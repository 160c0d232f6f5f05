import type { Desk } from "../desk/desk.ts";
import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { findPlanId } from "./find-plan-id.ts";

/** A plan that a person names by its id or the beginning of it, if it can be used. */
export async function findPlan(desk: Desk, name: string): Promise<Outcome<LivePlan>> {
  const id = await findPlanId(desk, name);
  return id.ok ? usablePlan(desk, id.value) : id;
}
