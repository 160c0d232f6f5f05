import type { Duplex } from "node:stream";
import { EXEC_WITHOUT_LEAKS } from "./exec-without-leaks.ts";
import { LEFT_FD, RUN_AND_LIST } from "./left-processes.ts";

/** The descriptor on which a command waits for its start. */
export const GATE_FD = 4;

/**
 * Bubblewrap ties a command to the process that started it some milliseconds after it was started; killed before, that
 * process leaves a command that nothing ends. So a command reports when it has started, which is after it was tied, and
 * continues when a live process answers. Without an answer it ends.
 */
export const WAIT_AT_GATE = `echo here >&${GATE_FD} && read -r go <&${GATE_FD} || exit 1`;

interface Beginning {
  bash: string;
  isGated: boolean;
  /** The /proc in which left processes are listed; nothing if they are not listed. */
  listed: "own" | "host" | "";
}

/** The command as the first one in bubblewrap's sandbox, which hands on every descriptor it was given. */
export function begun(argv: readonly string[], { bash, isGated, listed }: Beginning): string[] {
  const script = `bash=$1 kept=$2\nshift 2\n${isGated ? `${WAIT_AT_GATE}\n` : ""}${EXEC_WITHOUT_LEAKS}`;
  const isListed = listed !== "";
  const listing = isListed ? ["/bin/sh", "-c", RUN_AND_LIST, "sh", listed, bash] : [];
  return ["/bin/sh", "-c", script, "sh", bash, isListed ? String(LEFT_FD) : "", ...listing, ...argv];
}

/** Lets a command start when it has reached the gate. Destroy the stream to keep it from starting. */
export function keepGate(stream: Duplex): void {
  // It may end before it reaches the gate; its exit code shows that.
  stream.on("error", () => {});
  stream.once("data", () => stream.end("go\n"));
}
