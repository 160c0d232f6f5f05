import { readFileSync, readlinkSync } from "node:fs";
import { bootId } from "./boot-id.ts";

/** A process, identified so that no other is mistaken for it. */
export interface ProcessIdentity {
  pid: number;
  /** Its start time as the system reports it: pids are reused. */
  began: string;
  /** When the machine booted. */
  boot: string;
}

/** The process with this pid, if there is one. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return undefined;
  }
  return { pid, began: beginningOf(pid), boot: bootId() };
}

/** A zombie process does not run. A process that hides its start time is taken for the same one. */
export function isRunning({ pid, began, boot }: ProcessIdentity): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  const now = processIdentity(pid);
  return now !== undefined && (now.began === began || now.began === HIDDEN) && isSameBoot(boot, now.boot);
}

/** Where only the minute of the boot is known, setting the clock may move it by one. */
export function isSameBoot(one: string, other: string): boolean {
  if (one === other) return true;
  const isMinute = /^\d+$/.test(one) && /^\d+$/.test(other);
  return isMinute && Math.abs(Number(one) - Number(other)) <= 1;
}

/** The process space of this process: in another one its pid means another process. */
export function processSpace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}

const HIDDEN = "?";

function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "gone" : (fields[19] ?? "");
  } catch {
    return HIDDEN;
  }
}
