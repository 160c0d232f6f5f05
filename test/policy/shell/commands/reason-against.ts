import { posix } from "node:path";
import { analyse } from "../../../../src/policy/shell/analyse.ts";
import type { ShellFacts } from "../../../../src/policy/shell/analysis.ts";
import type { GitLook } from "../../../../src/policy/world.ts";

interface Circumstances {
  sandboxed?: boolean;
  git?: (directory: string) => GitLook;
  /** The files that lie in the project, with their texts. */
  files?: Readonly<Record<string, string>>;
}

/** Why a command line is refused, in one text; nothing when it is allowed. */
export function reasonAgainst(
  command: string,
  { sandboxed = false, git, files = {} }: Circumstances = {},
): string | undefined {
  const facts: ShellFacts = {
    cwd: "/project",
    home: "/home/someone",
    world: {
      resolve: (path, from) => posix.resolve(from, path),
      find: (directory, names) =>
        names.filter((name) => Object.hasOwn(files, name)).map((name) => `${directory}/${name}`),
      read: (path) => files[posix.relative("/project", path)],
      git: git ?? (() => ({ found: "harmless" })),
    },
    unreadable: [],
    sandboxed,
  };
  const analysis = analyse(command, facts);
  if (analysis.readOnly) return undefined;
  return analysis.findings.map(({ code, reason, hint }) => `${code}: ${reason} (${hint ?? ""})`).join("\n");
}
