import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { bootId } from "../desk/boot-id.ts";
import { isRunning, isSameBoot, processIdentity, processSpace } from "../desk/process-identity.ts";
import type { Lease } from "../lifecycle/lease.ts";
import { defined } from "../plan/defined.ts";

/** A lease for this process. */
export function newLease(): Lease {
  const mark = processIdentity(process.pid) ?? { pid: process.pid, began: "?", boot: "?" };
  const space = processSpace();
  return { id: randomUUID(), host: hostname(), ...mark, ...defined({ space }) };
}

/** Leases that this process no longer uses, also if their release could not be recorded. */
const abandoned = new Set<string>();

/** The process stays alive, and must not count as the executor because of that. */
export function abandonLease(lease: string): void {
  abandoned.add(lease);
}

/**
 * Whether the process that holds the lease is alive. On this machine the process itself is checked, without a time-out. A
 * process on another machine counts as dead after `patience` milliseconds without a heartbeat, which `lastSign` tells by our clock.
 */
export function isHolderAlive(
  lease: Lease,
  { lastSign, now, patience }: { lastSign: () => string | undefined; now: number; patience: number },
): boolean {
  if (abandoned.has(lease.id)) return false;
  if (canBeAsked(lease)) return isRunning(lease);
  if (!Number.isFinite(patience)) return true;
  return now - Date.parse(lastSign() ?? "1970-01-01") < patience;
}

/** Whether this process holds it. */
export function isOwn(lease: Lease): boolean {
  return lease.pid === process.pid && canBeAsked(lease);
}

/** Whether the holder is in this machine's process space, so that its pid can be checked. Host names are not unique. */
export function canBeAsked({ host, boot, space }: Lease): boolean {
  if (!isSameBoot(boot, bootId())) return host === hostname();
  return space === undefined ? host === hostname() : space === processSpace();
}
