import type { Duplex } from "node:stream";
import { EXEC_WITHOUT_LEAKS } from "./exec-without-leaks.ts";

/** The descriptor on which a command waits for its start. */
export const GATE_FD = 4;

/**
 * Bubblewrap ties a command to the process that started it some milliseconds after it was started; killed before, that
 * process leaves a command that nothing ends. So a command reports when it has started, which is after it was tied, and
 * continues when a live process answers. Without an answer it ends.
 */
export const WAIT_AT_GATE = `echo here >&${GATE_FD} && read -r go <&${GATE_FD} || exit 1`;

/** The command as the first one in bubblewrap's sandbox, which hands on every descriptor it was given. */
export function begun(argv: readonly string[], { bash, isGated }: { bash: string; isGated: boolean }): string[] {
  const script = `bash=$1 kept=\nshift\n${isGated ? `${WAIT_AT_GATE}\n` : ""}${EXEC_WITHOUT_LEAKS}`;
  return ["/bin/sh", "-c", script, "sh", bash, ...argv];
}

/** Lets a command start when it has reached the gate. Destroy the stream to keep it from starting. */
export function keepGate(stream: Duplex): void {
  // It may end before it reaches the gate; its exit code shows that.
  stream.on("error", () => {});
  stream.once("data", () => stream.end("go\n"));
}
