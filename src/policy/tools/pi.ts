import type { OfferedTool } from "../offered-tool.ts";
import type { Tool } from "../tool.ts";

const source = "pi";
const paths = ["path", "file_path"];

export const PI_TOOLS: readonly Tool[] = [
  { name: "read", source, category: "read", risk: "low", description: "Read a file", paths },
  {
    name: "bash",
    source,
    category: "execute",
    risk: "high",
    description: "Run a shell command",
    examples: ["git log --oneline -5"],
    command: "command",
    fields: ["command", "timeout"],
  },
  { name: "edit", source, category: "write", risk: "medium", description: "Replace text in a file", paths },
  { name: "write", source, category: "write", risk: "medium", description: "Write a file", paths },
  {
    name: "grep",
    source,
    category: "search",
    risk: "low",
    description: "Search in files",
    paths: ["path"],
    recursive: true,
  },
  {
    name: "find",
    source,
    category: "search",
    risk: "low",
    description: "Find files by name",
    paths: ["path"],
    globs: ["pattern"],
    recursive: true,
  },
  { name: "ls", source, category: "read", risk: "low", description: "List a directory", paths: ["path"] },
];

/** As every session of pi offers them. */
export const TOOLS_OF_PI: readonly OfferedTool[] = PI_TOOLS.map(({ name }) => ({ tool: name, source }));
