import { expiryOf, timeOutWords } from "../lifecycle/time-out.ts";
import type { PlanSession } from "./plan-session.ts";

/** Tells the person and the model of a session, once, that the plan it submitted last expired. */
export async function sayIfExpired(session: PlanSession): Promise<void> {
  const plan = await session.lastPlan();
  if (plan?.status !== "cancelled" || plan.why !== "stale") return;
  const text = timeOutWords(expiryOf(plan.id, plan));
  if (isSaid(session, text)) return;
  session.say(`${text} No step of it was run; do not carry it out.`, { card: "notice", plan_id: plan.id, text });
}

function isSaid({ context }: PlanSession, text: string): boolean {
  return context.sessionManager.getBranch().some((entry) => {
    if (entry.type !== "custom_message" || entry.customType !== "countersign") return false;
    return (entry.details as { text?: string } | undefined)?.text === text;
  });
}
