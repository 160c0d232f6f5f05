import { posix } from "node:path";
import { analyse } from "../../../../src/policy/shell/analyse.ts";
import type { ShellFacts } from "../../../../src/policy/shell/analysis.ts";
import type { GitLook } from "../../../../src/policy/world.ts";

interface Circumstances {
  sandboxed?: boolean;
  git?: (directory: string) => GitLook;
  /** The files that lie in the project. */
  files?: readonly string[];
}

/** Why a command line is refused, in one text; nothing when it is allowed. */
export function reasonAgainst(
  command: string,
  { sandboxed = false, git, files = [] }: Circumstances = {},
): string | undefined {
  const facts: ShellFacts = {
    cwd: "/project",
    home: "/home/someone",
    world: {
      resolve: (path, from) => posix.resolve(from, path),
      holds: (_, names) => names.some((name) => files.includes(name)),
      git: git ?? (() => ({ found: "harmless" })),
    },
    unreadable: [],
    sandboxed,
  };
  const analysis = analyse(command, facts);
  if (analysis.readOnly) return undefined;
  return analysis.findings.map(({ code, reason, hint }) => `${code}: ${reason} (${hint ?? ""})`).join("\n");
}
