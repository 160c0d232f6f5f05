import type { Duplex } from "node:stream";

/** The descriptor on which a command waits for its start. */
export const GATE_FD = 4;

/**
 * Bubblewrap ties a command to the process that started it some milliseconds after it was started; killed before, that
 * process leaves a command that nothing ends. So a command says when it is there, which is after it was tied, and goes
 * on when it hears from a process that is still alive. Hearing nothing, it ends.
 */
export function gated(argv: readonly string[]): string[] {
  const script = `echo here >&${GATE_FD} && read -r go <&${GATE_FD} && exec "$@" ${GATE_FD}>&-`;
  return ["/bin/sh", "-c", script, "sh", ...argv];
}

/** Lets a command through when it is there. Destroy the stream to keep it from starting. */
export function keepGate(stream: Duplex): void {
  // It may end before it has come so far; its exit says so.
  stream.on("error", () => {});
  stream.once("data", () => stream.end("go\n"));
}
