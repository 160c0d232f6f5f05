import type { Tool } from "../tool.ts";

const source = "chorus";

export const CHORUS_TOOLS: readonly Tool[] = [
  { name: "view", source, category: "read", risk: "low", description: "Show a file", paths: ["path"] },
  {
    name: "bash_execute",
    source,
    category: "execute",
    risk: "high",
    description: "Run a shell command",
    command: "command",
    fields: ["command", "timeout"],
  },
  { name: "create_file", source, category: "write", risk: "medium", description: "Create a file", paths: ["path"] },
  { name: "str_replace", source, category: "write", risk: "medium", description: "Replace text", paths: ["path"] },
  // All of them, also the read-only ones: they run git, which runs programs that a repository configures.
  { name: "git_*", source, category: "execute", risk: "medium", description: "Work with git" },
  { name: "self_edit_*", source, category: "write", risk: "high", description: "Change the agent itself" },
];
