import type { Outcome } from "../desk/outcome.ts";
import type { Comments } from "../lifecycle/comment.ts";
import type { CommandOf } from "../lifecycle/plan-command.ts";
import type { RequestId } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";
import { withFirstAnswer } from "./first-answer.ts";

/** The text that a person had before their eyes when they answered. An edit keeps the revision, and changes the digest. */
export interface SeenText {
  revision: number;
  digest?: Digest | undefined;
  /** The review that was shown. */
  request_id?: RequestId | undefined;
  /** The version that must still be the current one. */
  version?: number | undefined;
}

export interface ReviewAnswered {
  act: "request_changes" | "reject";
}

/** Sends a text back, with words for its author. */
export async function requestChanges(
  acting: Acting,
  id: PlanId,
  seen: SeenText,
  { feedback, comments, quotes }: { feedback: string } & { [Key in keyof Comments]: Comments[Key] | undefined },
): Promise<Outcome<Done<ReviewAnswered>>> {
  return answerReview(acting, id, seen, { type: "request_changes", feedback, ...defined({ comments, quotes }) });
}

/** Ends a plan that nobody is to carry out. */
export async function rejectPlan(
  acting: Acting,
  id: PlanId,
  seen: SeenText,
  feedback = "",
): Promise<Outcome<Done<ReviewAnswered>>> {
  return answerReview(acting, id, seen, { type: "reject", ...(feedback && { feedback }) });
}

type Answer = Omit<CommandOf<"request_changes">, "revision"> | Omit<CommandOf<"reject">, "revision">;

async function answerReview(
  { desk, by }: Acting,
  id: PlanId,
  { revision, digest, request_id, version }: SeenText,
  answer: Answer,
): Promise<Outcome<Done<ReviewAnswered>>> {
  const command = { ...answer, revision, ...defined({ digest, request_id }) };
  const sent = await withFirstAnswer(desk, id, await desk.send(id, command, by, version));
  if (!sent.ok) return sent;
  const last = "No revision is left: approve it, reject it, or grant one more.";
  const words = answer.type === "reject" ? `Rejected ${id}.` : `Changes requested on ${id}.`;
  return done(desk, {
    plan: sent.value,
    fact: { act: answer.type },
    words: sent.value.status === "needs_review" ? `${words} ${last}` : words,
    goes: { by: "none" },
  });
}
