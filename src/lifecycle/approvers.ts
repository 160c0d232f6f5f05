import { type Actor, personOf } from "./actor.ts";
import { type Approval, bindingProposal, type LivePlan, type PlanLife } from "./plan-state.ts";
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

/**
 * Whether this person may review this plan, or answer for it: by the text that holds, whoever has written another since.
 * The one place where what is in force here meets what the plan was proposed under: both hold.
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
  "The plan was proposed where these approvers are set, so they hold on every surface. Under others it has to be planned anew.";

/** How many have to sign this plan. */
export function quorumOf({ approvers: kept = [] }: Pick<PlanLife, "approvers">, here: Approvers): number {
  return Math.max(here.quorum, ...kept.map(({ quorum }) => quorum));
}

/** All of it in one, as far as that can be said: for people to read. What decides is `mayAnswerFor`. */
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

/** Whether this person may change what was signed: only who may sign it. */
export function mayChangeSigned(
  plan: LivePlan,
  terms: { approvers: Approvers; by: Actor },
  what: string,
): Refusal | undefined {
  const no = mayAnswerFor(plan, terms);
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
export function signaturesNeeded(plan: PlanLife & { approval: Approval }, here: Approvers): number {
  return Math.max(plan.approval.signatures.length, quorumOf(plan, here));
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
