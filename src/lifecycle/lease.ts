import { type Refusal, refusal } from "./refusal.ts";

/**
 * Who carries out a plan: one process, known well enough that nobody mistakes another for it. Everything it records goes
 * under its lease; once somebody else holds it, nothing more of it counts.
 */
export interface Lease {
  id: string;
  host: string;
  pid: number;
  /** When the process began, as the system tells it: numbers are given out again. */
  began: string;
  /** Since when the machine runs. */
  boot: string;
  /** Where its number is its number: in a container, others have the same ones. Absent where a system has only one. */
  space?: string;
}

/** Why whoever acts under this lease may not, if so. */
export function lostLease(held: Lease | undefined, claimed: string | undefined): Refusal | undefined {
  if (held?.id === claimed) return undefined;
  const message = held
    ? `The plan is carried out by process ${held.pid} on ${held.host}.`
    : "Nobody carries out the plan any more.";
  return refusal("lost_lease", message, { facts: { lease: held ?? null } });
}
