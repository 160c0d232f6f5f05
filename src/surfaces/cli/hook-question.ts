import { realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { ToolCall } from "../../policy/tool.ts";
import { hookAgent } from "./hook-agent.ts";

/** What a host asks before it calls a tool. */
export interface HookQuestion {
  agent: string;
  /** Where the tool would run. */
  cwd: string;
  call: ToolCall;
  /** The host's own plan mode is on. */
  isPlanning: boolean;
}

/** Reads the JSON of a PreToolUse hook; nothing if the host tells of something else. Throws if it cannot be read. */
export function readQuestion(input: string, host: string): HookQuestion | undefined {
  const said = parsed(input);
  const event = said["hook_event_name"] ?? "PreToolUse";
  if (typeof event !== "string") throw new Error("the host sent no hook_event_name that is a text");
  if (event !== "PreToolUse") return undefined;
  const tool = textIn(said, "tool_name");
  const given = said["tool_input"];
  if (!isObject(given)) throw new Error("the host sent no tool_input");
  // A tool of an MCP server is that server's, whatever it is called.
  const [, server] = /^mcp__(.+?)__/.exec(tool) ?? [];
  return {
    agent: hookAgent(host, textIn(said, "session_id")),
    cwd: directoryIn(said, "cwd"),
    call: { tool, source: server ?? host, input: given },
    isPlanning: said["permission_mode"] === "plan",
  };
}

function parsed(input: string): Record<string, unknown> {
  if (input.trim() === "") throw new Error("the host sent nothing");
  let said: unknown;
  try {
    said = JSON.parse(input);
  } catch {
    throw new Error("the host sent something that is not JSON");
  }
  if (!isObject(said)) throw new Error("the host did not send a JSON object");
  return said;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textIn(said: Record<string, unknown>, key: string): string {
  const value = said[key];
  if (typeof value !== "string" || value === "") throw new Error(`the host sent no ${key}`);
  return value;
}

function directoryIn(said: Record<string, unknown>, key: string): string {
  const path = textIn(said, key);
  if (!isAbsolute(path)) throw new Error(`${key} is not an absolute path: ${path}`);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${path} is not a directory`);
  return realpathSync(path);
}
