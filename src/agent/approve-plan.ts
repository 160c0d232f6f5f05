import { handOff } from "../acts/leave-plan-mode.ts";
import { type SigningWish, signPlan } from "../acts/sign-plan.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { applyTimeOuts } from "../desk/time-outs.ts";
import type { PlanId } from "../plan/plan.ts";
import { actingFrom } from "./acting-from.ts";
import type { PlanSession } from "./plan-session.ts";

/** An approver's choices besides the approval. */
export interface ApprovalWish extends Omit<SigningWish, "later"> {
  /** The model that runs the plan does not get the conversation of the planning. */
  context?: "same" | "fresh";
  start?: "now" | "later";
}

/** More signatures are needed; it starts; or it waits until a person starts it. */
export type Approved = "waits_for_others" | "begins" | "later";

/** Signs a plan in the session that shows it. The plan of this session starts, unless it is to start later. */
export async function approvePlan(
  session: PlanSession,
  id: PlanId,
  { context = "same", start = "now", ...wish }: ApprovalWish,
  by: Person,
): Promise<Outcome<Approved>> {
  // Planning that timed out has ended: its plan is no longer this session's.
  await applyTimeOuts(session.agent.desk);
  const isOurs = (await session.agent.plan())?.id === id;
  const startsHere = isOurs || session.approvedElsewhere.startsHere();
  if (context === "fresh") session.startFresh(id);
  const acting = actingFrom(session, by);
  const signed = await signPlan(acting, id, { ...wish, later: start === "later" });
  if (!signed.ok) return signed;
  if (signed.value.plan.status !== "approved") return yes("waits_for_others");
  if (start === "now" && startsHere) return yes("begins");
  // Only the planning that this plan came from ends with it.
  if (isOurs) await handOff(acting);
  return yes("later");
}
