import { accessToEdit } from "../../../../lifecycle/access.ts";
import type { PlanCommandType } from "../../../../lifecycle/plan-command.ts";
import { ENDS } from "../../../../lifecycle/plan-state.ts";
import { live } from "../live.ts";
import { may, person } from "../store.ts";
import type { Review } from "./review.ts";

/** Whether this person may do it now. What they may not do is not offered. */
export function isOffered({ page }: Pick<Review, "page">, command: PlanCommandType): boolean {
  const needs = command === "withdraw" ? "author" : "approver";
  return page.kind === "standing" && may(needs) && page.may.includes(command);
}

/** The text can be replaced as long as the plan has not ended. */
export function mayEdit({ page, standing }: Pick<Review, "page" | "standing">): boolean {
  return page.kind === "standing" && may(accessToEdit(standing)) && !ENDS.includes(standing.status);
}

/** Why this person is not offered to sign a plan that waits for signatures. */
export function whyNotOffered(review: Review): string | undefined {
  const { standing } = review;
  if (isOffered(review, "approve") || !["proposed", "needs_review"].includes(standing.status)) return undefined;
  const me = person.value;
  if (!me || !may("approver")) return `You are signed in as ${me?.access ?? "viewer"}: you can read, but not answer.`;
  if (standing.signatures.some(({ by }) => by.person === me.id))
    return "You have signed it. Other signatures are missing.";
  const { exclude_requester, from } = standing.approvers;
  const owners = [standing.requester, standing.shown.proposed_by].map((owner) => owner.person ?? owner.id);
  if (exclude_requester && owners.includes(me.id))
    return "You asked for this plan or wrote its text, so another person has to sign it.";
  if (from === "requester") return `Only ${standing.requester.name}, who asked for it, may sign it.`;
  return from === "anyone"
    ? "You may not sign this plan."
    : `You are not among its approvers: ${from.map(approverName).join(", ")}.`;
}

/** "leads" of `role:leads`, "ada" of `discord:ada`. */
export function approverName(entry: string): string {
  return entry.slice(entry.indexOf(":") + 1);
}

/** Acts are off while the page is not what the server has: nothing is kept for later. */
export function isLive(): boolean {
  return live.value.live;
}
