import type { Category, Risk, Tool } from "../tool.ts";

const source = "codex";

// Fields that are not understood: another shell, other variables, and permission to run without Codex's sandbox.
const HARMLESS = [
  "description",
  "justification",
  "login",
  "max_output_tokens",
  "run_in_background",
  "timeout",
  "timeout_ms",
  "tty",
  "yield_time_ms",
];

export const CODEX_TOOLS: readonly Tool[] = [
  shell("shell", "command", "workdir"),
  shell("shell_command", "command", "workdir"),
  shell("exec_command", "cmd", "workdir"),
  shell("local_shell", "command", "working_directory"),
  // Codex's name for shell commands in its hooks.
  shell("Bash", "command", "workdir"),
  tool("unified_exec", "execute", "high", "Write to a running command, or start one"),
  // With input it feeds a program that was started before; without, it only reads.
  tool("write_stdin", "read", "medium", "Read what a running command has printed", {
    fields: ["session_id", "yield_time_ms", "max_output_tokens"],
  }),
  tool("apply_patch", "write", "medium", "Change files by a patch", {
    patches: ["input", "patch", "command"],
  }),
  tool("update_plan", "read", "low", "Keep the session's own list of things to do"),
  tool("view_image", "read", "low", "Look at an image", { paths: ["path"] }),
  tool("web_search", "search", "low", "Search the web"),
  tool("read_file", "read", "low", "Read a file", { paths: ["file_path", "path"] }),
  tool("list_dir", "read", "low", "List a directory", { paths: ["dir_path", "path"], recursive: true }),
  tool("grep_files", "search", "low", "Search in files", { paths: ["path"], recursive: true }),
  tool("list_mcp_resources", "read", "low", "List resources of MCP servers"),
  tool("list_mcp_resource_templates", "read", "low", "List kinds of resources of MCP servers"),
  tool("read_mcp_resource", "read", "low", "Read a resource of an MCP server", { paths: ["uri"] }),
  tool("request_user_input", "read", "low", "Ask the person a question"),
];

function shell(name: string, command: string, directory: string): Tool {
  const fields = [command, directory, ...HARMLESS];
  return tool(name, "execute", "high", "Run a command", { command, directory, fields });
}

function tool(name: string, category: Category, risk: Risk, description: string, more: Partial<Tool> = {}): Tool {
  return { name, source, category, risk, description, ...more };
}
