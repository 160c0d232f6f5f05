import { posix } from "node:path";
import type { ShellFacts } from "../../../src/policy/shell/analysis.ts";

/** An ordinary place, where git would find a harmless repository, and paths lead where they say. */
export function facts(more: Partial<ShellFacts> = {}): ShellFacts {
  return {
    cwd: "/project",
    home: "/home/ada",
    world: {
      resolve: (path, from) => posix.resolve(from, path),
      find: () => [],
      read: () => undefined,
      git: () => ({ found: "harmless" }),
    },
    unreadable: ["/home/ada/.pi/agent/countersign"],
    sandboxed: false,
    ...more,
  };
}
