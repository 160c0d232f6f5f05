import type { AnswerOf } from "../../../api/shapes.ts";
import { type Answer, call } from "../../call.ts";
import { type Draft, EMPTY } from "../draft.ts";
import { type Review, routeOf } from "../review.ts";
import type { Opened } from "./beaten.ts";
import { signingOf } from "./signing.ts";

/** Signs what the sheet shows, and takes the decisions that were chosen with it. */
export async function sign(review: Review, { revision, digest }: Opened): Promise<Answer<AnswerOf<"approve">>> {
  const { draft, standing, resource } = review;
  const { leftOut, model, notes, later } = draft.value;
  const { commands, unshown } = signingOf(review);
  const answer = await call("approve", {
    params: routeOf(review),
    body: {
      seen: { revision, digest },
      ...(standing.review && { request: standing.review.request }),
      commands_seen: commands.length - unshown.length,
      ...(leftOut.length > 0 && { left_out: [...leftOut] }),
      ...(model !== undefined && { executor_model: model }),
      ...(notes.trim() !== "" && { notes }),
      start: later ? "later" : "now",
    },
  });
  await resource.fetch();
  if (answer.ok) draft.value = await takeDecisions(review, draft.value);
  return answer;
}

/** Only a plan with all its signatures takes decisions. Until then, and if one is refused, they stay in the draft. */
async function takeDecisions(review: Review, draft: Draft): Promise<Draft> {
  const page = review.resource.value.value;
  const left: Record<string, readonly string[]> = {};
  for (const [decision, chosen] of Object.entries(draft.decisions)) {
    if (chosen.length === 0 || page?.standing?.selections[decision] !== undefined) continue;
    const request = page?.requests.find((slip) => slip.decision === decision && slip.closing === undefined);
    const body = { decision, chosen: [...chosen], ...(request && { request: request.id }) };
    const taken = page?.may.includes("decide") ? await call("decide", { params: routeOf(review), body }) : undefined;
    if (!taken?.ok) left[decision] = chosen;
  }
  // Words and comments are not part of a signature.
  return { ...EMPTY, comments: draft.comments, feedback: draft.feedback, decisions: left };
}
