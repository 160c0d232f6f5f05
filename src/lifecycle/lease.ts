import { type Refusal, refusal } from "./refusal.ts";

/**
 * The process that runs a plan, identified so that no other process is mistaken for it. It records everything under
 * its lease; once another process holds the lease, its records no longer count (fencing).
 */
export interface Lease {
  id: string;
  host: string;
  pid: number;
  /** The process's start time as the system reports it: pids are reused. */
  began: string;
  /** When the machine booted. */
  boot: string;
  /** The pid namespace: containers reuse the same pids. Absent where a system has only one. */
  space?: string;
}

/** Refuses if `claimed` is not the lease held. */
export function lostLease(held: Lease | undefined, claimed: string | undefined): Refusal | undefined {
  if (held?.id === claimed) return undefined;
  const message = held ? `Process ${held.pid} on ${held.host} runs the plan.` : "No process runs the plan now.";
  return refusal("lost_lease", message, { facts: { lease: held ?? null } });
}
