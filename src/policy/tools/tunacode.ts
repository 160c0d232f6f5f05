import type { Tool } from "../tool.ts";

const source = "tunacode";
const file = ["filepath", "file_path", "path"];
const directory = ["directory", "path"];

export const TUNACODE_TOOLS: readonly Tool[] = [
  { name: "read_file", source, category: "read", risk: "low", description: "Read a file", paths: file },
  {
    name: "list_dir",
    source,
    category: "read",
    risk: "low",
    description: "List a directory",
    paths: directory,
    recursive: true,
  },
  {
    name: "glob",
    source,
    category: "search",
    risk: "low",
    description: "Find files by name",
    paths: directory,
    globs: ["pattern"],
    recursive: true,
  },
  {
    name: "grep",
    source,
    category: "search",
    risk: "low",
    description: "Search in files",
    paths: directory,
    recursive: true,
  },
  { name: "react", source, category: "read", risk: "low", description: "Note a thought" },
  {
    name: "research_codebase",
    source,
    category: "search",
    risk: "low",
    description: "Look through the code",
    paths: ["directories"],
    recursive: true,
  },
  { name: "web_fetch", source, category: "read", risk: "medium", description: "Read a web page", paths: ["url"] },
  { name: "todo_write", source, category: "read", risk: "low", description: "Keep the session's own list" },
  { name: "write_file", source, category: "write", risk: "medium", description: "Write a file", paths: file },
  { name: "update_file", source, category: "write", risk: "medium", description: "Change a file", paths: file },
  {
    name: "bash",
    source,
    category: "execute",
    risk: "high",
    description: "Run a shell command",
    command: "command",
    directory: "cwd",
    // Not `env`: a variable can make a harmless command run another program.
    fields: ["command", "cwd", "timeout", "capture_output"],
  },
];
