import type { Desk } from "../desk/desk.ts";
import { inbox } from "../desk/requests.ts";
import { findPlanId } from "./find-plan-id.ts";

/**
 * The id of the only open request with this beginning, with or without `PLAN-`; in `7f3/rev` the plan and its request are
 * both named by their beginnings. Otherwise `name`, with the whole id of its plan where that is known.
 */
export async function findRequestId(desk: Desk, name: string): Promise<string> {
  const slash = name.indexOf("/");
  const plan = slash < 0 ? undefined : await findPlanId(desk, name.slice(0, slash));
  const whole = plan?.ok ? `${plan.value}${name.slice(slash)}` : name;
  const begins = [whole, `PLAN-${whole}`].map((text) => text.toLowerCase());
  const found = (await inbox(desk)).filter(({ id }) => begins.some((text) => id.toLowerCase().startsWith(text)));
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? whole : only.id;
}
