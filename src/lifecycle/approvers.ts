import { type Actor, personOf } from "./actor.ts";
import type { Approval, PlanLife } from "./plan-state.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** Who may countersign: anyone, the requester, or a list of persons, `surface:id` or `role:name`; and how many of them. */
export interface Approvers {
  from: "anyone" | "requester" | string[];
  quorum: number;
  exclude_requester: boolean;
}

export const ANYONE: Approvers = { from: "anyone", quorum: 1, exclude_requester: false };

/** Whether this person may review this requester's plan. */
export function mayReview(
  approvers: Approvers,
  actor: Actor,
  requester: Actor,
  author: Actor = requester,
): Refusal | undefined {
  if (actor.kind !== "person") return refusal("person_needed", "Only a person can do this.");
  const isRequester = personOf(actor) === personOf(requester);
  // Four eyes: neither who asked for the plan nor who wrote the text at hand signs it.
  if (approvers.exclude_requester && (isRequester || personOf(actor) === personOf(author))) {
    const what = isRequester ? "asked for this plan" : "wrote this text";
    return refusal("requester_excluded", `${actor.name} ${what}, so somebody else must review it.`);
  }
  if (approvers.from === "anyone") return undefined;
  if (approvers.from === "requester") {
    return isRequester
      ? undefined
      : refusal("not_an_approver", `Only ${requester.name}, who asked for it, may review it.`);
  }
  return approvers.from.some((entry) => names(entry, actor))
    ? undefined
    : refusal("not_an_approver", `${actor.name} is not among the approvers: ${approvers.from.join(", ")}.`);
}

/** Whether this person may change what was signed: only who may sign it. */
export function mayChangeSigned(
  { requester, proposal }: PlanLife,
  { approvers, by }: { approvers: Approvers; by: Actor },
  what: string,
): Refusal | undefined {
  const no = mayReview(approvers, by, requester, proposal.proposed_by);
  return no && { ...no, message: `${what} changes what was signed. ${no.message}` };
}

/**
 * Whether this person may let a call through that no plan covers: who may sign, where the approvers are named. Who asked
 * is not known of such a call, so the requester counts as everybody else does.
 */
export function mayAllow({ from }: Approvers, actor: Actor): Refusal | undefined {
  return mayReview({ from: from === "requester" ? "anyone" : from, quorum: 1, exclude_requester: false }, actor, actor);
}

/** How many persons stand for a plan: as many as signed it, or as have to by now. */
export function signaturesNeeded({ signatures }: Approval, { quorum }: Approvers): number {
  return Math.max(signatures.length, quorum);
}

/** Whether this is who proposed the text or asked for the plan. */
export function mayWithdraw({ proposal, requester }: PlanLife, actor: Actor): Refusal | undefined {
  const isOwn = [proposal.proposed_by, requester].some((owner) => personOf(owner) === personOf(actor));
  if (isOwn) return undefined;
  return refusal("not_an_approver", `Only ${proposal.proposed_by.name}, who proposed it, can withdraw it.`);
}

function names(entry: string, actor: Actor): boolean {
  if (entry.startsWith("role:")) return actor.roles?.includes(entry.slice("role:".length)) ?? false;
  return entry === personOf(actor) || entry === `${actor.surface}:${actor.id}`;
}
