import { readFileSync, readlinkSync } from "node:fs";

/** Identifies this process: pids are reused, and exist in every container. */
export const PROCESS_MARK = `${namespace()}-${process.pid}-${beganAt(process.pid)}`;

/** Whether a name that begins with such a mark is of a process of this machine, or container, that has ended. */
export function isOfDeadProcess(name: string): boolean {
  const [space, pid, began] = name.split("-");
  return space === namespace() && beganAt(Number(pid)) !== began;
}

function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "";
  }
}

function beganAt(pid: number): string {
  try {
    // The name of the program, in brackets, may have blanks in it.
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
