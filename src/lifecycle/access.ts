import { type Actor, personOf } from "./actor.ts";
import type { PlanStatus } from "./plan-state.ts";
import { type Refusal, refusal } from "./refusal.ts";
import type { RequestSubject } from "./request.ts";

/** What a token lets its person do, each with what the one before may. */
export const ACCESSES = ["viewer", "author", "approver", "admin"] as const;

/**
 * `viewer` only looks; `author` also proposes, edits and asks for planning; `approver` also answers, signs and runs;
 * `admin` also makes tokens and ends sessions.
 */
export type Access = (typeof ACCESSES)[number];

/** For how long a token may be valid: a date a million years from now cannot be written. */
export const MOST_DAYS = 36_500;

export function isAccess(word: string): word is Access {
  return (ACCESSES as readonly string[]).includes(word);
}

export function reaches(access: Access, needed: Access): boolean {
  return ACCESSES.indexOf(access) >= ACCESSES.indexOf(needed);
}

/** Whether a token limits this actor to less than `needed`. An actor without a limit has that of its kind. */
export function isLimited({ access }: Actor, needed: Access): boolean {
  return access !== undefined && !reaches(access, needed);
}

export function accessNeeded(by: Actor, needed: Access): Refusal | undefined {
  return by.access !== undefined && isLimited(by, needed) ? tooLittleAccess(by.name, by.access, needed) : undefined;
}

/** What access depends on. */
export interface SigningStatus {
  status: PlanStatus | "absent";
  /** Those that there are, also where more are needed. */
  signatures?: readonly unknown[];
}

/** An edit voids the signatures of a plan, or pauses its run. */
export function accessToEdit({ status, signatures = [] }: SigningStatus): Access {
  return signatures.length > 0 || SIGNED.includes(status) ? "approver" : "author";
}

const SIGNED: readonly string[] = ["approved", "executing", "paused", "stalled"] satisfies PlanStatus[];

/** An author answers what a planner asks. */
export function accessToAnswer(kind: RequestSubject["kind"]): Access {
  return kind === "question" ? "author" : "approver";
}

/** An author ends the planning that they asked for; that of others needs an approver. */
export function mayEndPlanning(requester: Actor, by: Actor): Refusal | undefined {
  return accessNeeded(by, personOf(by) === personOf(requester) ? "author" : "approver");
}

export function tooLittleAccess(name: string, access: Access, needed: Access): Refusal {
  return refusal("access_needed", `${name} ${MAY[access]}; this needs the access of an ${needed}.`, {
    hint: "Ask an admin for a token with that access.",
    facts: { access, needed },
  });
}

const MAY: Record<Access, string> = {
  viewer: "may only look",
  author: "may propose and edit plans",
  approver: "may answer and run plans",
  admin: "may do everything",
};
