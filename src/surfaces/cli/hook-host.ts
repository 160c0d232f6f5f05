import { homedir } from "node:os";
import { basename, join } from "node:path";
import type { Verdict } from "../../policy/verdict.ts";
import { findProgram } from "../../sandbox/find-program.ts";

/** The differences between the hosts whose calls are judged. */
export interface HookHost {
  /** The directory its session belongs to, wherever a call would run. */
  directory(env: NodeJS.ProcessEnv): string | undefined;
  /** The shell that reads its command lines. */
  shell(env: NodeJS.ProcessEnv): string;
  /** Its model can type into a running command without a call of the hook. */
  keyboard?: true;
  /** `undefined` leaves the call to the host's own permissions. */
  answer(verdict: Verdict): "deny" | "ask" | undefined;
  /** Where it keeps the plan files of its own plan mode. */
  planFiles?(): string;
}

export const HOOK_HOSTS = {
  "claude-code": {
    // Its `cwd` follows the commands of the session.
    directory: (env) => env["CLAUDE_PROJECT_DIR"],
    shell: claudeShell,
    answer: ({ verdict }) => ({ allow: undefined, confirm: "ask" as const, deny: "deny" as const })[verdict],
    planFiles: () => join(homedir(), ".claude", "plans"),
  },
  codex: {
    // Its `cwd` is chosen by the model; the hook itself runs in the session's directory.
    directory: () => process.cwd(),
    // The model names the shell of each command, and the hook does not learn it.
    shell: () => "sh",
    keyboard: true,
    // Codex knows no answer "ask" from a hook.
    answer: ({ verdict }) => (verdict === "allow" ? undefined : "deny"),
  },
} as const satisfies Record<string, HookHost>;

export function isHookHost(name: string): name is keyof typeof HOOK_HOSTS {
  return Object.hasOwn(HOOK_HOSTS, name);
}

/** Claude Code runs bash or zsh, whichever is the user's shell; for any other shell zsh, if installed. */
function claudeShell(env: NodeJS.ProcessEnv): string {
  const named = basename(env["CLAUDE_CODE_SHELL"] || env["SHELL"] || "");
  if (named === "bash" || named === "zsh") return named;
  const path = `${env["PATH"] ?? ""}:/opt/homebrew/bin`;
  return findProgram("zsh", path) === undefined ? "bash" : "zsh";
}
