import { readFileSync } from "node:fs";
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

type Cause = Pick<SandboxFailure, "reason" | "hint">;

const PROC_MASKED: Cause = {
  reason: "parts of /proc are masked here, so no fresh one can be mounted",
  hint: "In a container: run it with --security-opt systempaths=unconfined.",
};
const USED_UP: Cause = {
  reason: "no more user namespaces may be made here (a limit, or a sandbox around this one)",
  hint: "Outside of a sandbox: sudo sysctl user.max_user_namespaces=15000",
};
const NO_NAMESPACES: Cause = {
  reason: "user namespaces are not allowed here, as in most containers and on some hardened systems",
  hint: "In a container: docker run --security-opt seccomp=unconfined (or a profile that allows user namespaces). Else: sudo sysctl kernel.unprivileged_userns_clone=1",
};
const APPARMOR: Cause = {
  reason: "AppArmor keeps programs without a profile from using user namespaces, as on Ubuntu since 23.10",
  hint: "Give bwrap a profile (package apparmor-profiles: bwrap-userns-restrict), or: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
};
const OUTER_SANDBOX: Cause = {
  reason: "something around this process took away the rights that are needed (a container or another sandbox)",
  hint: "Run it outside, or give the container the capability SETUID and user namespaces.",
};
const NO_FILTER: Cause = {
  reason: "the kernel does not let system calls be filtered",
  hint: "Use a kernel with CONFIG_SECCOMP_FILTER.",
};

type Sign = { code: FailureCode; message: RegExp } & Cause;

/** The first that matches what bubblewrap said. */
const OF_BUBBLEWRAP: readonly Sign[] = [
  { code: "proc_masked", message: /Can't mount proc on/, ...PROC_MASKED },
  {
    code: "namespaces_used_up",
    message: /nesting depth or \S*max_\S*namespaces exceeded|\(ENOSPC\)/,
    ...USED_UP,
  },
  {
    code: "no_namespaces",
    message: /No permissions to creat\w* new namespace|does not support user namespaces|unprivileged_userns_clone/,
    ...NO_NAMESPACES,
  },
  { code: "apparmor", message: /setting up uid map: Permission denied|RTM_NEWADDR/, ...APPARMOR },
  { code: "outer_sandbox", message: /setting up [ug]id map: Operation not permitted/, ...OUTER_SANDBOX },
  { code: "no_filter", message: /seccomp/i, ...NO_FILTER },
  {
    code: "too_old",
    message: /Unknown option/,
    reason: "this bubblewrap is too old",
    hint: "Install bubblewrap 0.3 or newer.",
  },
];

/** The first that matches what the programs of util-linux said, or our script among them. */
const OF_UTIL_LINUX: readonly Sign[] = [
  { code: "proc_masked", message: /mount: \/proc: /, ...PROC_MASKED },
  { code: "namespaces_used_up", message: /unshare failed: No space left on device/, ...USED_UP },
  { code: "no_namespaces", message: /unshare failed: /, ...NO_NAMESPACES },
  { code: "outer_sandbox", message: /\/proc\/self\/(?:[ug]id_map|setgroups)/, ...OUTER_SANDBOX },
  { code: "no_filter", message: /countersign: seccomp/, ...NO_FILTER },
  {
    code: "too_old",
    message: /(?:unrecognized|invalid|unknown) option/,
    reason: "this util-linux is too old, or another program has its names (busybox)",
    hint: "Install bubblewrap, or util-linux 2.36 or newer.",
  },
];

/** Finds the cause of a failure in bubblewrap's output. */
export function explainBubblewrap(said: string): SandboxFailure {
  return explain(said, OF_BUBBLEWRAP, "bubblewrap", "Try: bwrap --ro-bind / / true");
}

/** The same for util-linux. Its output is the same for AppArmor and a container: the kernel's setting decides. */
export function explainUtilLinux(said: string, hasAppArmor: boolean = restrictsNamespaces()): SandboxFailure {
  const failure = explain(said, OF_UTIL_LINUX, "util-linux", "Try: unshare --user --map-current-user --mount true");
  const isByAppArmor = hasAppArmor && ["outer_sandbox", "no_namespaces"].includes(failure.code);
  return isByAppArmor ? { ...failure, code: "apparmor", ...APPARMOR } : failure;
}

function restrictsNamespaces(): boolean {
  try {
    return readFileSync("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "latin1").trim() === "1";
  } catch {
    return false;
  }
}

function explain(said: string, signs: readonly Sign[], name: string, hint: string): SandboxFailure {
  const detail = said.trim().slice(0, 500);
  const sign = signs.find(({ message }) => message.test(said));
  if (sign) return { code: sign.code, reason: sign.reason, hint: sign.hint, detail };
  if (detail === "") return { code: "silent", reason: `${name} ended without output`, hint };
  return { code: "unknown", reason: `${name} failed: ${detail}`, hint, detail };
}

/** Failures that bubblewrap would have, too. */
const OF_THE_SYSTEM: readonly FailureCode[] = ["no_namespaces", "namespaces_used_up", "apparmor", "outer_sandbox"];

/** Bubblewrap is missing, and util-linux does not work. */
export function neither(failure: SandboxFailure): SandboxFailure {
  const reason = `bubblewrap is not installed, and util-linux cannot stand in for it: ${failure.reason}`;
  const hint = OF_THE_SYSTEM.includes(failure.code) ? failure.hint : installLine("bubblewrap");
  return { ...failure, reason, hint };
}

export function notInstalled(code: "no_program" | "no_bash"): SandboxFailure {
  const program = code === "no_bash" ? "bash" : "bubblewrap";
  return { code, reason: `${program} is not installed`, hint: installLine(program) };
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
