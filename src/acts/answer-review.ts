import { no, type Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { CommandOf } from "../lifecycle/plan-command.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { RequestId } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Acting } from "./act.ts";
import { withFirstAnswer } from "./first-answer.ts";

/** The text that a reviewer was shown. */
export interface ReviewSeen {
  revision: number;
  /** Of the text. Only an approval needs it; without it a text that was edited in the same revision can be sent back unread. */
  digest?: string | undefined;
  /** The review that was shown. */
  request_id?: RequestId | undefined;
  /** The version that must still be the current one. */
  version?: number | undefined;
}

type ReviewCommand = CommandOf<"approve" | "request_changes" | "reject">;

/** Answers a review of exactly the text that was shown. If another person answered first, the refusal names them. */
export async function answerReview(
  { desk, by }: Acting,
  id: PlanId,
  { revision, digest, request_id, version }: ReviewSeen,
  command: ReviewCommand,
): Promise<Outcome<LivePlan>> {
  const found = digest === undefined ? undefined : await usablePlan(desk, id);
  // A text that was edited keeps its revision: the digest tells which text was shown.
  if (found?.ok && found.value.proposal.revision === revision && found.value.proposal.digest !== digest) {
    return withFirstAnswer(desk, id, OUTDATED);
  }
  const sent = await desk.send(id, { ...command, ...defined({ request_id }) }, by, version);
  return withFirstAnswer(desk, id, sent);
}

const OUTDATED = no("stale_digest", "The plan's text changed after it was shown; look at it again.");
