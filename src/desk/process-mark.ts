import { readFileSync } from "node:fs";
import { bootId } from "./boot-id.ts";

/** A process, known well enough that no other is taken for it. */
export interface ProcessMark {
  pid: number;
  /** When it began, as the system tells it: a number alone is given to another process one day. */
  began: string;
  /** Since when the machine runs. */
  boot: string;
}

/** The process with this number, if there is one. */
export function processMark(pid: number): ProcessMark | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return undefined;
  }
  return { pid, began: beginningOf(pid), boot: bootId() };
}

/** A process that was killed and not yet buried is no more. One that hides when it began is taken for the one that is meant. */
export function isRunning({ pid, began, boot }: ProcessMark): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  const now = processMark(pid);
  return now !== undefined && (now.began === began || now.began === HIDDEN) && isSameBoot(boot, now.boot);
}

/** Where only the minute is known, clocks that are set right move it by one. */
export function isSameBoot(one: string, other: string): boolean {
  if (one === other) return true;
  const isMinute = /^\d+$/.test(one) && /^\d+$/.test(other);
  return isMinute && Math.abs(Number(one) - Number(other)) <= 1;
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
