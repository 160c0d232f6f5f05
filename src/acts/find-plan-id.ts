import { LIST_PLANS } from "../desk/change-plan.ts";
import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { isPlanId, type PlanId } from "../plan/plan.ts";

const MOST_NAMED = 5;

/** The id that begins with these characters, with or without `PLAN-`, if there is exactly one. */
export async function findPlanId(desk: Desk, name: string): Promise<Outcome<PlanId>> {
  if (isPlanId(name)) return yes(name);
  const prefix = String(name).replace(/^plan-/i, "");
  if (!/^[a-z0-9]{1,8}$/i.test(prefix)) return notAnId(name);
  const found = await desk.store.planIds(`PLAN-${prefix}`, MOST_NAMED + 1);
  const [only, ...others] = found;
  if (only === undefined) return no("not_found", `No plan begins with ${name}.`, { next: [LIST_PLANS] });
  if (others.length === 0) return yes(only);
  const more = found.length > MOST_NAMED ? ", …" : "";
  return no("not_found", `Several plans begin with ${name}: ${found.slice(0, MOST_NAMED).join(", ")}${more}.`, {
    hint: "Type one more character.",
    facts: { plans: found.slice(0, MOST_NAMED) },
  });
}

function notAnId(name: string): Outcome<never> {
  return no("invalid_id", `${JSON.stringify(name)} is not a plan's id.`, {
    hint: "An id is PLAN- and eight letters or digits; its first characters are enough.",
    next: [LIST_PLANS],
  });
}
