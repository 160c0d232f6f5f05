import type { Outcome } from "../desk/outcome.ts";
import type { CommandOf } from "../lifecycle/plan-command.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { RequestId } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Acting } from "./act.ts";
import { withFirstAnswer } from "./first-answer.ts";

/** The text that a reviewer was shown. */
export interface ReviewSeen {
  revision: number;
  /** An edit keeps the revision, and changes the digest. */
  digest?: Digest | undefined;
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
  { digest, request_id, version }: ReviewSeen,
  command: ReviewCommand,
): Promise<Outcome<LivePlan>> {
  const sent = await desk.send(id, { ...command, ...defined({ digest, request_id }) }, by, version);
  return withFirstAnswer(desk, id, sent);
}
