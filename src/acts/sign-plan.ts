import type { Outcome } from "../desk/outcome.ts";
import { applyTimeOuts } from "../desk/time-outs.ts";
import { quorumOf } from "../lifecycle/approvers.ts";
import type { Choices } from "../lifecycle/plan-state.ts";
import type { RequestId } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";
import { withFirstAnswer } from "./first-answer.ts";

/** What a person signs, with their choices. */
export interface SigningWish {
  revision: number;
  digest: Digest;
  /** The review that was shown. */
  request_id?: RequestId | undefined;
  choices?: Choices | undefined;
  notes?: string | undefined;
  /** Nothing starts it by itself. */
  later?: boolean;
}

export interface Signed {
  act: "approve";
  revision: number;
  digest: Digest;
  /** Signatures that it still needs. */
  missing: number;
}

/** Signs exactly the text that was shown. It starts nothing. */
export async function signPlan(
  { desk, by }: Acting,
  id: PlanId,
  { revision, digest, request_id, choices, notes, later }: SigningWish,
): Promise<Outcome<Done<Signed>>> {
  // Planning that timed out has ended: a signature on its plan starts nothing.
  await applyTimeOuts(desk);
  const sent = await desk.send(
    id,
    {
      ...{ type: "approve", revision, digest },
      ...defined({ request_id, choices }),
      ...(notes && { notes }),
      ...(later && { later: true }),
    },
    by,
  );
  if (!sent.ok) return withFirstAnswer(desk, id, sent);
  const plan = sent.value;
  const missing =
    "signatures" in plan ? quorumOf(plan, desk.configuration.config.approvers) - plan.signatures.length : 0;
  const needed = missing === 0 ? "" : ` ${counted(missing, "more signature")} ${missing === 1 ? "is" : "are"} needed.`;
  return done(desk, {
    plan,
    fact: { act: "approve", revision, digest, missing },
    words: `You signed revision ${revision} of ${id}.${needed}`,
    goes: { by: "none" },
  });
}
