import { posix } from "node:path";
import { matchesFiles } from "../../src/desk/matches-files.ts";
import type { Overlay } from "../../src/policy/rule.ts";
import type { Facts, PolicySettings, Situation, StepScope } from "../../src/policy/situation.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { KNOWN_TOOLS } from "../../src/policy/tools/known-tools.ts";

export const SETTINGS: PolicySettings = {
  level: "enforce",
  shell: "read-only",
  scope: "step",
  yolo: false,
  tool_ignore: [],
  guardedTools: [],
  guarded: "block",
  shell_allow: [],
  tools: {},
  capabilities: {},
};

export const FACTS: Facts = {
  cwd: "/home/ann/project",
  project: "/home/ann/project",
  home: "/home/ann",
  countersignHome: "/home/ann/.pi/agent/countersign",
  userConfig: "/home/ann/.pi/agent/plans.json",
  // No links, and case counts: a disk with more to it is in `disk.ts`.
  world: {
    resolve: (path, from) => posix.resolve(from, path),
    find: () => [],
    read: () => undefined,
    git: () => ({ found: "harmless" }),
  },
  sandbox: "off",
  shell: "/bin/bash",
  matches: (path, glob) => matchesFiles(path, glob),
};

/** An ordinary project outside plan mode, but for what a test is about. */
export function situation({ settings, facts, ...more }: Overlay = {}): Situation {
  return {
    mode: "none",
    registry: KNOWN_TOOLS,
    templateTools: [],
    activePlan: false,
    ...more,
    settings: { ...SETTINGS, ...settings },
    facts: { ...FACTS, ...facts },
  };
}

export function planning(more: Overlay = {}): Situation {
  return situation({ mode: "planning", ...more });
}

export function executing(step: Omit<StepScope, "id"> = {}, more: Overlay = {}): Situation {
  return situation({ mode: "executing", activePlan: true, scope: { step: { id: "one", ...step } }, ...more });
}

export function call(tool: string, input: ToolCall["input"] = {}, source?: string): ToolCall {
  return { tool, input, ...(source !== undefined && { source }) };
}

/** A call of pi's shell. */
export function bash(command: string): ToolCall {
  return call("bash", { command }, "pi");
}
