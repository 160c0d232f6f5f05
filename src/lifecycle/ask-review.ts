import type { Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { PlanLife, Proposal } from "./plan-state.ts";
import { opening } from "./request.ts";

export function askReview(
  { id, version }: Pick<PlanLife, "id" | "version">,
  { revision, digest }: Pick<Proposal, "revision" | "digest">,
  { at, by, review_timeout_minutes: minutes }: Terms,
): PlanEvent {
  return opening({ kind: "review", revision, digest }, { journal: id, version: version + 1, at, by, minutes });
}
