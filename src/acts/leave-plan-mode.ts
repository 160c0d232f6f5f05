import { type Outcome, yes } from "../desk/outcome.ts";
import { ENDS } from "../lifecycle/plan-state.ts";
import type { Acting } from "./act.ts";
import { cancelPlan } from "./cancel-plan.ts";
import type { SessionPort } from "./session-port.ts";

type FromSession = Acting & { session: SessionPort };

/** Cancels the session's plan, if it has one, and leaves plan mode. */
export async function cancelPlanning(acting: FromSession): Promise<Outcome<string>> {
  const { session, by } = acting;
  const plan = await session.plan();
  if (plan !== undefined && !ENDS.includes(plan.status)) {
    const done = await cancelPlan(acting, plan.id);
    return done.ok ? yes(done.value.words) : done;
  }
  session.rest();
  const left = await session.leave("cancelled", by);
  if (!left.ok) return left;
  return yes(left.value.wasLost ? "Plan mode is off. Its record is gone: it was removed." : "Plan mode is off.");
}

/** Leaves plan mode; the plan stays unchanged. */
export async function handOff({ session, by }: FromSession): Promise<Outcome<string>> {
  const plan = await session.plan();
  session.rest();
  const left = await session.leave("handed_off", by);
  if (!left.ok) return left;
  return yes(plan === undefined ? "Plan mode is off." : `Plan mode is off; ${plan.id} is kept.`);
}
