import type { SandboxFailure } from "./failure.ts";
import type { UtilLinuxPrograms } from "./util-linux.ts";

/** The sandbox of this machine, or why there is none. */
export type Sandbox = WorkingSandbox | { works: false; failure: SandboxFailure };

export type WorkingSandbox =
  | { works: true; by: "bubblewrap"; program: string; version: string; variant: LinuxVariant }
  | { works: true; by: "util-linux"; programs: UtilLinuxPrograms; version: string; variant: LinuxVariant }
  | { works: true; by: "seatbelt"; program: string };

/** Whether shell commands run in a sandbox, by the setting and this machine. */
export type SandboxFact =
  | { sandbox: "on"; with: WorkingSandbox }
  | { sandbox: "off"; because: string; hint?: string }
  /** No shell command may run. */
  | { sandbox: "refuse"; because: string; hint: string };

export const SWITCHED_OFF: SandboxFact = { sandbox: "off", because: 'the setting "sandbox" is "off"' };

export function sandboxFact(setting: "auto" | "require" | "off", found: Sandbox): SandboxFact {
  if (setting === "off") return SWITCHED_OFF;
  if (found.works) return { sandbox: "on", with: found };
  const { reason, hint } = found.failure;
  return setting === "require"
    ? { sandbox: "refuse", because: `the setting "sandbox" is "require", and ${reason}`, hint }
    : { sandbox: "off", because: reason, hint };
}

/** The parts of a sandbox that this system allows. */
export interface LinuxVariant {
  /** `own`: a fresh one. `host`: where none can be mounted, as in many containers; other processes' names show then. */
  proc: "own" | "host";
  /** Whether system calls are filtered, too. */
  filter: boolean;
}
