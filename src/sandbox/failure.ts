import { installLine } from "./install-line.ts";

/** Why there is no sandbox, and how to get one. */
export interface SandboxFailure {
  code: FailureCode;
  /** Part of a sentence: "there is no sandbox because …". */
  reason: string;
  hint: string;
  /** What the program said. */
  detail?: string;
}

export type FailureCode =
  | "no_platform"
  | "no_program"
  | "no_bash"
  | "too_old"
  | "no_namespaces"
  | "namespaces_used_up"
  | "apparmor"
  | "outer_sandbox"
  | "proc_masked"
  | "no_filter"
  | "leaks"
  | "silent"
  | "unknown";

interface Sign {
  code: FailureCode;
  message: RegExp;
  reason: string;
  hint: string;
}

/** The first that matches what bubblewrap said. */
const SIGNS: readonly Sign[] = [
  {
    code: "proc_masked",
    message: /Can't mount proc on/,
    reason: "parts of /proc are masked here, so no fresh one can be mounted",
    hint: "In a container: run it with --security-opt systempaths=unconfined.",
  },
  {
    code: "namespaces_used_up",
    message: /nesting depth or \S*max_\S*namespaces exceeded|\(ENOSPC\)/,
    reason: "no more user namespaces may be made here (a limit, or a sandbox around this one)",
    hint: "Outside of a sandbox: sudo sysctl user.max_user_namespaces=15000",
  },
  {
    code: "no_namespaces",
    message: /No permissions to creat\w* new namespace|does not support user namespaces|unprivileged_userns_clone/,
    reason: "user namespaces are not allowed here, as in most containers and on some hardened systems",
    hint: "In a container: docker run --security-opt seccomp=unconfined (or a profile that allows user namespaces). Else: sudo sysctl kernel.unprivileged_userns_clone=1",
  },
  {
    code: "apparmor",
    message: /setting up uid map: Permission denied|RTM_NEWADDR/,
    reason: "AppArmor keeps programs without a profile from using user namespaces, as on Ubuntu since 23.10",
    hint: "Give bwrap a profile (package apparmor-profiles: bwrap-userns-restrict), or: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
  },
  {
    code: "outer_sandbox",
    message: /setting up [ug]id map: Operation not permitted/,
    reason: "something around this process took away the rights that are needed (a container or another sandbox)",
    hint: "Run it outside, or give the container the capability SETUID and user namespaces.",
  },
  {
    code: "no_filter",
    message: /seccomp/i,
    reason: "the kernel does not let system calls be filtered",
    hint: "Use a kernel with CONFIG_SECCOMP_FILTER.",
  },
  {
    code: "too_old",
    message: /Unknown option/,
    reason: "this bubblewrap is too old",
    hint: "Install bubblewrap 0.3 or newer.",
  },
];

/** Tells bubblewrap's failure modes apart by what it says. */
export function explainBubblewrap(said: string): SandboxFailure {
  const detail = said.trim().slice(0, 500);
  const sign = SIGNS.find(({ message }) => message.test(said));
  if (sign) return { code: sign.code, reason: sign.reason, hint: sign.hint, detail };
  if (detail === "")
    return { code: "silent", reason: "bubblewrap ended without a word", hint: "Try: bwrap --ro-bind / / true" };
  return { code: "unknown", reason: `bubblewrap failed: ${detail}`, hint: "Try: bwrap --ro-bind / / true", detail };
}

export function noProgram(): SandboxFailure {
  return { code: "no_program", reason: "bubblewrap is not installed", hint: installLine("bubblewrap") };
}

export function noBash(): SandboxFailure {
  return { code: "no_bash", reason: "bash is not installed", hint: installLine("bash") };
}

export function noPlatform(platform: string): SandboxFailure {
  const reason = `there is none for ${platform}`;
  return { code: "no_platform", reason, hint: "Use Linux or macOS; on Windows, WSL 2." };
}

export function leaks(): SandboxFailure {
  return {
    code: "leaks",
    reason: "a file could be written from inside it, so it is no sandbox",
    hint: "Is bwrap a script or another program? Reinstall bubblewrap.",
  };
}
