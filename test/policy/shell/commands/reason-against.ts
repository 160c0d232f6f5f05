import { posix } from "node:path";
import { analyse } from "../../../../src/policy/shell/analyse.ts";
import type { ShellFacts } from "../../../../src/policy/shell/analysis.ts";
import type { GitLook } from "../../../../src/policy/world.ts";

interface Circumstances {
  sandboxed?: boolean;
  git?: (directory: string) => GitLook;
}

/** Why a command line is refused, in one text; nothing when it is allowed. */
export function reasonAgainst(command: string, { sandboxed = false, git }: Circumstances = {}): string | undefined {
  const facts: ShellFacts = {
    cwd: "/project",
    home: "/home/someone",
    world: {
      resolve: (path, from) => posix.resolve(from, path),
      holds: () => false,
      git: git ?? (() => ({ found: "harmless" })),
    },
    unreadable: [],
    sandboxed,
  };
  const analysis = analyse(command, facts);
  if (analysis.readOnly) return undefined;
  return analysis.findings.map(({ code, reason, hint }) => `${code}: ${reason} (${hint ?? ""})`).join("\n");
}
