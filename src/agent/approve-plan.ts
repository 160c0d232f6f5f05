import { handOff } from "../acts/leave-plan-mode.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { applyTimeOuts } from "../desk/time-outs.ts";
import type { Choices } from "../lifecycle/plan-state.ts";
import type { RequestId } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import { actingFrom } from "./acting-from.ts";
import type { PlanSession } from "./plan-session.ts";

/** An approver's choices besides the approval. */
export interface ApprovalWish {
  revision: number;
  digest: Digest;
  /** The review that was shown. */
  request_id?: RequestId;
  choices?: Choices;
  notes?: string;
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
  { revision, digest, request_id, choices, notes, context = "same", start = "now" }: ApprovalWish,
  by: Person,
): Promise<Outcome<Approved>> {
  // Planning that timed out has ended: a signature on its plan starts nothing.
  await applyTimeOuts(session.agent.desk);
  const isOurs = (await session.agent.plan())?.id === id;
  const startsHere = isOurs || session.approvedElsewhere.startsHere();
  if (context === "fresh") session.startFresh(id);
  const command = {
    type: "approve",
    revision,
    digest,
    ...defined({ request_id, choices }),
    ...(notes && { notes }),
    ...(start === "later" && { later: true as const }),
  } as const;
  const sent = await session.agent.desk.send(id, command, by);
  if (!sent.ok) return sent;
  const { status } = sent.value;
  if (status === "proposed" || status === "needs_review") return yes("waits_for_others");
  if (start === "now" && startsHere) return yes("begins");
  // Only the planning that this plan came from ends with it.
  if (isOurs) await handOff(actingFrom(session, by));
  return yes("later");
}
