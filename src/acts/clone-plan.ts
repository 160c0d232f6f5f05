import { randomBytes } from "node:crypto";
import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Problem } from "../plan/problem.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";

export interface Cloned {
  act: "clone";
  cloned_from: PlanId;
  warnings: readonly Problem[];
}

/** Proposes the same text as a new plan: not signed, and none of its steps done. */
export async function clonePlan({ desk, by }: Acting, id: PlanId): Promise<Outcome<Done<Cloned>>> {
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const copy = `PLAN-${randomBytes(4).toString("hex")}`;
  const proposed = await desk.propose(found.value.proposal.text, by, { id: copy });
  if (!proposed.ok) return proposed;
  const { plan, warnings } = proposed.value;
  return done(desk, {
    plan,
    fact: { act: "clone", cloned_from: id, warnings },
    words: `Proposed ${plan.id}, a copy of ${id}.`,
    goes: { by: "none" },
  });
}
