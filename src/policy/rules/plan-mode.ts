import { analysedLine } from "../analysed-line.ts";
import { isHostPlanFile } from "../host-plan-file.ts";
import { PLANNING } from "../mode-policy.ts";
import { named } from "../named.ts";
import { pagerIn } from "../pagers.ts";
import type { Rule, Word } from "../rule.ts";
import type { Situation } from "../situation.ts";
import type { Tool, ToolCall } from "../tool.ts";
import { lineThatAllows, toolOf } from "../tool-of.ts";

const planning = { mode: "planning" } as const;

/** While planning, an agent reads and changes nothing. */
export const planMode: Rule = {
  name: "plan-mode",
  priority: 100,
  code: "TOOL_BLOCKED_BY_MODE",
  judge(call, situation) {
    if (situation.mode !== "planning") return undefined;
    const tool = toolOf(call, situation);
    // Checked first: it holds at every level, and later checks may not.
    if (tool?.command !== undefined && situation.facts.sandbox === "missing") return SANDBOX_MISSING;
    if (!tool || tool.category === "other") return unplaced(call, tool, situation);
    const strange = strangeField(call, tool);
    if (strange !== undefined) {
      const reason = `${named(call.tool)} with ${named(strange)} is not understood to be read-only.`;
      return { says: "deny", code: "TOOL_BLOCKED_BY_MODE", reason, hint: `Leave out ${named(strange)}.` };
    }
    if (PLANNING.allowedCategories.includes(tool.category)) return allowed(`${named(call.tool)} only looks.`);
    if (tool.category === "execute" && tool.command !== undefined) return judgeCommand(call, tool, situation);
    if (isHostPlanFile(call, tool, situation.facts))
      return allowed(`${named(call.tool)} writes the host's own plan file.`);
    const does = tool.category === "write" ? "writes" : "does more than look";
    const reason = `${named(call.tool)} ${does}, and ${nowOf(situation)}.`;
    return { says: "deny", code: "TOOL_BLOCKED_BY_MODE", reason, hint: insteadOf(situation) };
  },
  examples: [
    { call: { tool: "write", source: "pi", input: { path: "a.ts", content: "" } }, says: "nothing" },
    {
      call: { tool: "read", source: "pi", input: { path: "a.ts" } },
      situation: planning,
      says: "note",
      code: "ALLOWED",
    },
    { call: { tool: "Grep", source: "claude-code", input: { pattern: "x" } }, situation: planning, says: "note" },
    { call: { tool: "submit_plan", source: "countersign", input: {} }, situation: planning, says: "note" },
    {
      call: { tool: "write", source: "pi", input: { path: "a.ts", content: "" } },
      situation: planning,
      says: "deny",
      code: "TOOL_BLOCKED_BY_MODE",
    },
    {
      call: { tool: "write", source: "pi", input: { path: "a.ts", content: "" } },
      situation: { ...planning, readOnly: "Planning timed out." },
      says: "deny",
      code: "TOOL_BLOCKED_BY_MODE",
    },
    {
      call: { tool: "Write", source: "claude-code", input: { file_path: "/home/ann/.claude/plans/calm-owl.md" } },
      situation: { ...planning, facts: { home: "/home/ann", planFiles: "/home/ann/.claude/plans" } },
      says: "note",
      code: "ALLOWED",
    },
    {
      call: { tool: "Write", source: "claude-code", input: { file_path: "/home/ann/.claude/plans/calm-owl.md" } },
      situation: { ...planning, facts: { home: "/home/ann" } },
      says: "deny",
    },
    { call: { tool: "git_status", source: "chorus", input: {} }, situation: planning, says: "deny" },
    { call: { tool: "self_edit_prompt", source: "chorus", input: {} }, situation: planning, says: "deny" },
    { call: { tool: "bash", source: "pi", input: { command: "ls -la" } }, situation: planning, says: "note" },
    {
      call: { tool: "bash", source: "pi", input: { command: "rm -rf src" } },
      situation: planning,
      says: "deny",
      code: "SHELL_NOT_READ_ONLY",
    },
    { call: { tool: "bash", source: "pi", input: { command: "less a.ts" } }, situation: planning, says: "note" },
    {
      call: { tool: "bash", source: "pi", input: { command: "ls; timeout 9 /usr/bin/less a.ts" } },
      situation: { ...planning, facts: { keyboard: true } },
      says: "deny",
      code: "SHELL_NOT_READ_ONLY",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "dpkg -l" } },
      situation: { ...planning, facts: { keyboard: true } },
      says: "deny",
      code: "SHELL_NOT_READ_ONLY",
    },
    {
      call: { tool: "shell", source: "codex", input: { command: ["bash", "-lc", "ls && rm x"] } },
      situation: planning,
      says: "deny",
      code: "SHELL_NOT_READ_ONLY",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "ls" } },
      situation: { ...planning, settings: { shell: "off" } },
      says: "deny",
      code: "SHELL_OFF",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "ls" } },
      situation: { ...planning, facts: { sandbox: "missing" } },
      says: "deny",
      code: "SANDBOX_MISSING",
    },
    { call: { tool: "deploy", input: {} }, situation: planning, says: "deny", code: "UNKNOWN_TOOL" },
    { call: { tool: "deploy", input: {}, readOnlyHint: true }, situation: planning, says: "confirm" },
    {
      call: { tool: "lookup", input: {} },
      situation: { ...planning, settings: { tools: { lookup: { category: "read" } } } },
      says: "note",
      code: "ALLOWED",
    },
    // Another extension took over the name of a known tool.
    {
      call: { tool: "read", source: "other-extension", input: {} },
      situation: { ...planning, settings: { tools: { read: { category: "read" } } } },
      says: "deny",
      code: "UNKNOWN_TOOL",
    },
    { call: { tool: "write_stdin", source: "codex", input: { session_id: 1 } }, situation: planning, says: "note" },
    {
      call: { tool: "write_stdin", source: "codex", input: { session_id: 1, chars: "rm x\n" } },
      situation: planning,
      says: "deny",
    },
  ],
};

const HINT = "Keep reading, or put the change into the plan and submit it for review.";

function nowOf({ readOnly }: Situation): string {
  return readOnly === undefined ? "this is planning" : "only reading is allowed now";
}

/** What to do instead. An agent that does not plan has no plan to put a change into. */
function insteadOf({ readOnly }: Situation, hint = HINT): string {
  return readOnly ?? hint;
}

function judgeCommand(call: ToolCall, tool: Tool, situation: Situation): Word {
  if (situation.settings.shell === "off") {
    const reason = `Shell commands are switched off, and ${nowOf(situation)}.`;
    return { says: "deny", code: "SHELL_OFF", reason, hint: "Use the tools that read and search." };
  }
  const found = analysedLine(call, tool, situation);
  if (typeof found === "string")
    return { says: "deny", code: "SHELL_NOT_READ_ONLY", reason: `${found}.`, hint: insteadOf(situation) };
  const { analysis } = found;
  const pager = situation.facts.keyboard && pagerIn(analysis.commands);
  if (pager) {
    const reason = `${named(pager)} runs whatever is typed into it, and no rule sees that input.`;
    return { says: "deny", code: "SHELL_NOT_READ_ONLY", reason, hint: "Use cat, head or sed -n." };
  }
  if (analysis.readOnly) return allowed("The command changes nothing.");
  const [first] = analysis.findings;
  return {
    says: "deny",
    code: "SHELL_NOT_READ_ONLY",
    reason: first.reason,
    hint: insteadOf(situation, first.hint),
    span: { start: first.start, end: first.end, text: first.text },
  };
}

/** A required sandbox is missing: no shell command runs, at any level. */
export const SANDBOX_MISSING: Word = {
  says: "deny",
  code: "SANDBOX_MISSING",
  reason: "Shell commands must run in a sandbox, and there is none.",
  hint: "Use the tools that read and search; the doctor command tells a person what is missing.",
};

function unplaced(call: ToolCall, tool: Tool | undefined, situation: Situation): Word {
  if (!tool && call.readOnlyHint === true) {
    const reason = `${named(call.tool)} claims to be read-only; no setting confirms it.`;
    return { says: "confirm", code: "CONFIRMATION_NEEDED", reason };
  }
  const reason = tool
    ? `What ${named(call.tool)} does is unknown: ${tool.description}.`
    : `What ${named(call.tool)} does is unknown, and ${nowOf(situation)}.`;
  const line = lineThatAllows(call, situation);
  const allow = `If it only reads, the user can write ${line} into their own plans.json.`;
  return { says: "deny", code: "UNKNOWN_TOOL", reason, hint: `Use a known tool. ${allow}` };
}

/** A non-empty field that the tool's description does not cover. */
function strangeField(call: ToolCall, { fields }: Tool): string | undefined {
  if (!fields) return undefined;
  const isEmpty = (value: unknown) => value === undefined || value === null || value === "" || value === false;
  return Object.keys(call.input).find((field) => !fields.includes(field) && !isEmpty(call.input[field]));
}

function allowed(reason: string): Word {
  return { says: "note", code: "ALLOWED", reason };
}
