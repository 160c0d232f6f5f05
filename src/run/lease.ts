import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { bootId } from "../desk/boot-id.ts";
import { isRunning, isSameBoot, processMark } from "../desk/process-mark.ts";
import type { Lease } from "../lifecycle/lease.ts";

/** A lease for this process. */
export function newLease(): Lease {
  const mark = processMark(process.pid) ?? { pid: process.pid, began: "?", boot: "?" };
  const space = processSpace();
  return { id: randomUUID(), host: hostname(), ...mark, ...(space !== undefined && { space }) };
}

/** Leases of this process under which nothing is done any more, whatever the journal could be told of it. */
const over = new Set<string>();

/** Nothing is done under this lease any more. The process lives on, and must not be taken for one that is at work. */
export function letGo(lease: string): void {
  over.add(lease);
}

/**
 * Whether whoever holds it is still there. On this machine the process itself is looked for, whatever any clock says; of
 * another machine only signs are known: silent for longer than `patience` milliseconds, it counts as gone.
 */
export function isHeld(
  lease: Lease,
  { lastSign, now, patience }: { lastSign: string | undefined; now: number; patience: number },
): boolean {
  if (over.has(lease.id)) return false;
  if (canBeAsked(lease)) return isRunning(lease);
  if (!Number.isFinite(patience)) return true;
  return now - Date.parse(lastSign ?? "1970-01-01") < patience;
}

/** Whether it is this very process that holds it. */
export function isOwn(lease: Lease): boolean {
  return lease.pid === process.pid && canBeAsked(lease);
}

/** Whether process numbers mean the same to whoever holds it as they do here; names of machines change, or are the same. */
export function canBeAsked({ host, boot, space }: Lease): boolean {
  if (!isSameBoot(boot, bootId())) return host === hostname();
  return space === undefined ? host === hostname() : space === processSpace();
}

function processSpace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}
