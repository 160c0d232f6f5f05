import { realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { ToolCall } from "../../policy/tool.ts";
import { hookAgent } from "./hook-agent.ts";
import { repeatedKey } from "./repeated-key.ts";

/** A tool call that a host asks about. */
export interface HookQuestion {
  agent: string;
  /** Where the tool would run. */
  cwd: string;
  call: ToolCall;
  /** The host's own plan mode is on. */
  isPlanning: boolean;
}

/** Events without a waiting call. After any other event, such as a permission request, silence may let a call run. */
const WITHOUT_CALL = new Set([
  "PostToolUse",
  "PostToolUseFailure",
  "Notification",
  "UserPromptSubmit",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "SessionStart",
  "SessionEnd",
]);

/** Parses the JSON of a PreToolUse hook; `undefined` if no call waits for the answer. Throws if it is malformed. */
export function readQuestion(input: string, host: string): HookQuestion | undefined {
  const said = parsed(input);
  const event = said["hook_event_name"] ?? "PreToolUse";
  if (typeof event !== "string") throw new Error("the host sent no hook_event_name that is a text");
  if (WITHOUT_CALL.has(event)) return undefined;
  if (event !== "PreToolUse")
    throw new Error(`this hook answers PreToolUse, and the host sent the event ${JSON.stringify(event.slice(0, 80))}`);
  const tool = textIn(said, "tool_name");
  const given = said["tool_input"];
  if (!isObject(given)) throw new Error("the host sent no tool_input");
  // A tool of an MCP server is that server's, whatever it is called.
  const [, server] = /^mcp__(.+?)__/.exec(tool) ?? [];
  return {
    agent: hookAgent(host, textIn(said, "session_id")),
    cwd: directoryIn(said, "cwd"),
    call: { tool, source: server ?? host, input: given },
    isPlanning: isPlanMode(said["permission_mode"]),
  };
}

/** Not every host names its mode. A name that only resembles `plan` tightens. */
function isPlanMode(mode: unknown): boolean {
  if (typeof mode === "string") return /plan/i.test(mode);
  if (mode !== undefined && mode !== null) throw new Error("the host sent no permission_mode that is a text");
  return false;
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
  const repeated = repeatedKey(input);
  if (repeated !== undefined) throw new Error(`the host sent the key ${JSON.stringify(repeated.slice(0, 80))} twice`);
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
