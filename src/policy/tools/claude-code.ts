import type { Category, Risk, Tool } from "../tool.ts";

const source = "claude-code";

// Hooks also run in subagents, so each call of a subagent is judged. A field that would start it elsewhere (a
// worktree, a team of other sessions) is not understood.
const SUBAGENT_FIELDS = ["description", "prompt", "subagent_type", "model", "run_in_background", "resume", "max_turns"];

export const CLAUDE_CODE_TOOLS: readonly Tool[] = [
  tool("Read", "read", "low", "Read a file", { paths: ["file_path"] }),
  tool("NotebookRead", "read", "low", "Read a notebook", { paths: ["notebook_path"] }),
  tool("LS", "read", "low", "List a directory", { paths: ["path"] }),
  tool("Glob", "search", "low", "Find files by name", { paths: ["path"], globs: ["pattern"], recursive: true }),
  tool("Grep", "search", "low", "Search in files", { paths: ["path"], recursive: true }),
  tool("Write", "write", "medium", "Write a file", { paths: ["file_path"] }),
  tool("Edit", "write", "medium", "Replace text in a file", { paths: ["file_path"] }),
  tool("MultiEdit", "write", "medium", "Replace text in a file, several times", { paths: ["file_path"] }),
  tool("NotebookEdit", "write", "medium", "Change a notebook", { paths: ["notebook_path"] }),
  tool("Bash", "execute", "high", "Run a shell command", {
    command: "command",
    examples: ["git status --short"],
    fields: ["command", "description", "timeout", "run_in_background"],
  }),
  tool("BashOutput", "read", "low", "Read what a command in the background has printed"),
  tool("TaskOutput", "read", "low", "Read what a task in the background has printed"),
  // Ending a running server is a change.
  tool("KillShell", "execute", "medium", "End a command in the background"),
  tool("KillBash", "execute", "medium", "End a command in the background"),
  tool("TaskStop", "execute", "medium", "End a task in the background"),
  tool("Task", "read", "medium", "Start a subagent; its calls are judged like others", { fields: SUBAGENT_FIELDS }),
  tool("Agent", "read", "medium", "Start a subagent; its calls are judged like others", { fields: SUBAGENT_FIELDS }),
  tool("TodoWrite", "read", "low", "Keep the session's own list of things to do"),
  tool("TaskCreate", "read", "low", "Add to the session's own list of things to do"),
  tool("TaskUpdate", "read", "low", "Change the session's own list of things to do"),
  tool("TaskList", "read", "low", "Show the session's own list of things to do"),
  tool("TaskGet", "read", "low", "Show a thing to do"),
  tool("WebFetch", "read", "medium", "Read a web page", { paths: ["url"] }),
  tool("WebSearch", "search", "low", "Search the web"),
  tool("AskUserQuestion", "read", "low", "Ask the person a question"),
  tool("EnterPlanMode", "read", "low", "Enter the host's plan mode"),
  // The host shows the plan to a person. Planning here ends with a signature, regardless of the host's mode.
  tool("ExitPlanMode", "read", "low", "Show the plan to the person"),
  tool("ToolSearch", "read", "low", "Find a tool by words"),
  tool("ListMcpResources", "read", "low", "List resources of MCP servers"),
  tool("ListMcpResourcesTool", "read", "low", "List resources of MCP servers"),
  tool("ReadMcpResource", "read", "low", "Read a resource of an MCP server", { paths: ["uri"] }),
  tool("ReadMcpResourceTool", "read", "low", "Read a resource of an MCP server", { paths: ["uri"] }),
  // Both may run commands while they are loaded, before any hook sees one.
  tool("Skill", "other", "medium", "Load a skill, which may run commands"),
  tool("SlashCommand", "other", "medium", "Run a slash command, which may run commands"),
];

function tool(name: string, category: Category, risk: Risk, description: string, more: Partial<Tool> = {}): Tool {
  return { name, source, category, risk, description, ...more };
}
