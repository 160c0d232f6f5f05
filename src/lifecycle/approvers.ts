import { type Actor, accountOf, personOf } from "./actor.ts";
import { type Approval, bindingProposal, type LivePlan, type PlanLife } from "./plan-state.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** Who may approve: anyone, the requester, or a list of persons, `surface:id` or `role:name`; and how many of them. */
export interface Approvers {
  from: "anyone" | "requester" | string[];
  quorum: number;
  exclude_requester: boolean;
}

export const ANYONE: Approvers = { from: "anyone", quorum: 1, exclude_requester: false };

export function mayReview(
  approvers: Approvers,
  actor: Actor,
  requester: Actor,
  author: Actor = requester,
): Refusal | undefined {
  if (actor.kind !== "person") return refusal("person_needed", "Only a person can do this.");
  const isRequester = personOf(actor) === personOf(requester);
  // No self-review: neither the requester of the plan nor the author of this text may sign it.
  if (approvers.exclude_requester && (isRequester || personOf(actor) === personOf(author))) {
    const what = isRequester ? "asked for this plan" : "wrote this text";
    return refusal("requester_excluded", `${actor.name} ${what}, so another person must review it.`);
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

/**
 * Whether this person may review this plan, or answer for it. Goes by the binding text, also if a newer one was
 * written since. Both the approvers set here and those that the plan was proposed under must agree.
 */
export function mayAnswerFor(
  plan: LivePlan,
  { approvers, by }: { approvers: Approvers; by: Actor },
): Refusal | undefined {
  const { proposed_by } = bindingProposal(plan);
  const here = mayReview(approvers, by, plan.requester, proposed_by);
  if (here) return here;
  for (const kept of plan.approvers ?? []) {
    const no = mayReview(kept, by, plan.requester, proposed_by);
    if (no) return { ...no, hint: KEPT };
  }
  return undefined;
}

const KEPT =
  "The plan was proposed where these approvers are set, so they hold on every surface. For other approvers, propose it as a new plan.";

export function quorumOf({ approvers: kept = [] }: Pick<PlanLife, "approvers">, here: Approvers): number {
  return Math.max(here.quorum, ...kept.map(({ quorum }) => quorum));
}

/** All approvers in one value, as far as possible: for people to read. `mayAnswerFor` decides. */
export function approversOf(plan: Pick<PlanLife, "approvers">, here: Approvers): Approvers {
  const all = [here, ...(plan.approvers ?? [])];
  const lists = all.flatMap(({ from }) => (Array.isArray(from) ? [from] : []));
  const common = lists[0]?.filter((entry) => lists.every((list) => list.includes(entry)));
  const words = all.map(({ from }) => from).find((from) => from === "requester") ?? "anyone";
  return {
    from: common ?? words,
    quorum: quorumOf(plan, here),
    exclude_requester: all.some(({ exclude_requester }) => exclude_requester),
  };
}

/** Whether this person may change the signed plan: only a person who may sign it. */
export function mayChangeSigned(
  plan: LivePlan,
  terms: { approvers: Approvers; by: Actor },
  what: string,
): Refusal | undefined {
  const no = mayAnswerFor(plan, terms);
  return no && { ...no, message: `${what} changes the signed plan. ${no.message}` };
}

/**
 * Whether this person may allow a call that no plan covers: an approver, where approvers are listed. Such a call has
 * no requester, so `requester` means anyone.
 */
export function mayAllow({ from }: Approvers, actor: Actor): Refusal | undefined {
  return mayReview({ from: from === "requester" ? "anyone" : from, quorum: 1, exclude_requester: false }, actor, actor);
}

/** How many signatures a plan needs: as many as it has, or as the settings now ask for. */
export function signaturesNeeded(plan: PlanLife & { approval: Approval }, here: Approvers): number {
  return Math.max(plan.approval.signatures.length, quorumOf(plan, here));
}

/** Whether this person proposed the text or asked for the plan. */
export function mayWithdraw({ proposal, requester }: PlanLife, actor: Actor): Refusal | undefined {
  const isOwn = [proposal.proposed_by, requester].some((owner) => personOf(owner) === personOf(actor));
  if (isOwn) return undefined;
  return refusal("not_an_approver", `Only ${proposal.proposed_by.name}, who proposed it, can withdraw it.`);
}

function names(entry: string, actor: Actor): boolean {
  if (entry.startsWith("role:")) return actor.roles?.includes(entry.slice("role:".length)) ?? false;
  return entry === personOf(actor) || entry === accountOf(actor);
}
