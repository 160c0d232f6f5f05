import type { XStatic } from "typebox/schema";
import type { Approvers } from "../../lifecycle/approvers.ts";
import type { Shape } from "../../plan/check-shape.ts";
import type { Capability } from "../../policy/situation.ts";
import { ApproversSetting } from "./approvers-setting.ts";
import { CapabilitiesSetting } from "./capabilities-setting.ts";
import { TAUGHT, TAUGHT_HINT } from "./taught-command.ts";
import { type ToolSetting, ToolsSetting } from "./tools-setting.ts";

const tools = { type: "array", items: { type: "string", pattern: "^[^\\s\\p{C}]{1,200}$" } } as const;
const person = { type: "string", pattern: "^[^:\\s\\p{C}]{1,64}$" } as const;
const account = { type: "string", pattern: "^(?!role:)[a-z][a-z0-9-]*:[^\\s\\p{C}]{1,128}$" } as const;
const credential = { type: "string", pattern: "^~?/[^\\p{C}]{1,4096}$" } as const;
const yesOrNo = { type: "boolean" } as const;
const program = { type: "string", pattern: "^[^\\0]*$", maxLength: 4096 } as const;
const address = { type: "string", pattern: "^(?:https?://[^\\s\\p{C}]{1,2000})?$" } as const;
const days = { type: "integer", minimum: 0, maximum: 36_500 } as const;
const minutes = { type: "integer", minimum: 0, maximum: 525_600 } as const;
const seconds = { type: "integer", minimum: 0, maximum: 31_536_000 } as const;

/**
 * What a project may do with a key. It can only tighten what matters for safety, so a cloned repository cannot extend
 * rights.
 */
export type ProjectMay = "set" | "tighten" | "lower" | "add" | "remove" | "nothing";

interface Key {
  schema:
    | (Shape & { propertyNames?: Shape })
    | typeof ApproversSetting
    | typeof CapabilitiesSetting
    | typeof ToolsSetting;
  default: unknown;
  project: ProjectMay;
  /** For `tighten`: the values from the loosest to the tightest. For `lower`, 0 is no limit at all. */
  loosestFirst?: readonly unknown[];
  description: string;
  /** The replacement to suggest for a refused value, where its shape does not say it well. */
  hint?: string;
  /** No code reads it yet. */
  isAwaiting?: true;
}

const NOT_USED = "checked, but nothing uses it yet";

/** The description of a setting, with a note if it has no effect yet. */
export function describeKey(key: ConfigKey): string {
  const row: Key = KEYS[key];
  return row.isAwaiting ? `${row.description} (${NOT_USED})` : row.description;
}

/** The note on a setting that no code reads yet. */
export function noteOn(key: ConfigKey): string | undefined {
  const row: Key = KEYS[key];
  return row.isAwaiting && NOT_USED;
}

/**
 * Every setting, once: loading, the schema for editors and the table in docs/configuration.md come from here. A name with
 * a dot is a part of an object: `planning.network` is written `"planning": { "network": … }`.
 */
export const KEYS = {
  enabled: {
    schema: yesOrNo,
    default: true,
    project: "tighten",
    loosestFirst: [false, true],
    description: "whether plan mode is offered and its guards are up",
  },
  level: {
    schema: { enum: ["prompt", "log", "enforce"] },
    default: "enforce",
    project: "tighten",
    loosestFirst: ["prompt", "log", "enforce"],
    description:
      "what happens to a forbidden call: `enforce` blocks and records it; `log` and `prompt` let it run and record it, and with `log` the model is told that it is recorded",
  },
  shell: {
    schema: { enum: ["off", "read-only"] },
    default: "read-only",
    project: "tighten",
    loosestFirst: ["read-only", "off"],
    description: "shell commands while planning: none, or those that are understood to be read-only",
  },
  sandbox: {
    schema: { enum: ["auto", "require", "off"] },
    default: "auto",
    project: "tighten",
    loosestFirst: ["off", "auto", "require"],
    description: "the operating system's sandbox around shell commands: where there is one, always, or never",
  },
  "planning.network": {
    schema: yesOrNo,
    default: false,
    project: "tighten",
    loosestFirst: [true, false],
    description: "shell commands may use the network while planning",
  },
  "planning.reveal": {
    schema: { type: "array", items: credential },
    default: [],
    project: "remove",
    description: "credentials (absolute paths, or from `~/`) that shell commands may see while planning",
    hint: 'an absolute path, or one that starts with "~/"',
  },
  "executing.network": {
    schema: yesOrNo,
    default: true,
    project: "tighten",
    loosestFirst: [true, false],
    description: "shell commands may use the network while executing",
  },
  shell_allow: {
    schema: { type: "array", items: TAUGHT },
    default: [],
    project: "remove",
    description: "commands that are read-only because you say so, word by word: `mytool show *`",
    hint: TAUGHT_HINT,
  },
  tools: {
    schema: ToolsSetting,
    default: {},
    project: "nothing",
    description:
      "what tools of other extensions and MCP servers do: `read`, `search`, `write` or `execute`; `mcp:name` means all tools of a server",
  },
  capabilities: {
    schema: CapabilitiesSetting,
    default: {},
    project: "nothing",
    description: "names in plans that stand for tools, or for commands word by word: `mytool list *`",
  },
  scope: {
    schema: { enum: ["step", "plan", "full"] },
    default: "step",
    project: "tighten",
    loosestFirst: ["full", "plan", "step"],
    description: "tools while executing: those of the step, those of the plan, or all",
  },
  yolo: {
    schema: yesOrNo,
    default: false,
    project: "tighten",
    loosestFirst: [true, false],
    description: "calls that would ask for confirmation are allowed without asking",
  },
  tool_ignore: {
    schema: tools,
    default: [],
    project: "remove",
    description: "tools that are never asked about",
  },
  guardedTools: {
    schema: tools,
    default: [],
    project: "add",
    description: "exact names of tools or operations that need an approved plan",
  },
  guarded: {
    schema: { enum: ["log", "block"] },
    default: "block",
    project: "tighten",
    loosestFirst: ["log", "block"],
    description: "what happens to a guarded tool without an approved plan: it is recorded, or it is blocked",
  },
  approvers: {
    schema: ApproversSetting,
    default: { from: "anyone", quorum: 1, exclude_requester: false },
    project: "tighten",
    description: "who may countersign, how many must, and whether the requester counts",
  },
  persons: {
    schema: { type: "object", propertyNames: person, additionalProperties: { type: "array", items: account } },
    default: {},
    project: "nothing",
    description:
      "the accounts (surface:id) of one person, so that no person counts twice or countersigns their own plan",
  },
  auto_enter: {
    schema: { enum: ["always", "ask", "never"] },
    default: "ask",
    project: "set",
    description: "an agent may begin to plan by itself: always, unless a person declines, or never",
  },
  intent_approval: {
    schema: { enum: ["on", "confirm", "off"] },
    default: "confirm",
    project: "tighten",
    loosestFirst: ["on", "confirm", "off"],
    description: "plain words (“go ahead”) approve a plan that was shown: at once, when confirmed, or never",
  },
  auto_run: {
    schema: yesOrNo,
    default: false,
    project: "tighten",
    loosestFirst: [true, false],
    description: "an open, idle terminal starts a plan that was approved elsewhere",
  },
  write_plan_md: {
    schema: yesOrNo,
    default: false,
    project: "set",
    description:
      "an approved plan is also written to `PLAN.md` of the project, never over a file that Countersign did not write",
  },
  tool_aliases: {
    schema: { type: "array", items: { enum: ["present_plan", "plan_propose", "plan_approve", "plan_reject"] } },
    default: [],
    project: "set",
    description: "names of tools from other plan modes that an agent finds as well",
  },
  "notify.command": {
    schema: { type: "array", items: program },
    default: [],
    project: "nothing",
    description: "a program, word by word and without a shell, that is run for every request that waits for a person",
  },
  "notify.url": {
    schema: address,
    default: "",
    project: "nothing",
    description: "an address (http or https) that every request that waits for a person is posted to",
    hint: 'an address that starts with "https://" or "http://"',
  },
  "notify.terminal": {
    schema: { enum: ["desktop", "bell", "off"] },
    default: "desktop",
    project: "set",
    description:
      "what the terminal does when something waits for you: its bell and a desktop notification, its bell alone, or nothing",
  },
  "web.address": {
    schema: address,
    default: "",
    project: "nothing",
    description:
      "the address under which you open the dashboard, such as `https://countersign.example`: cards of the Discord bot link to it",
    hint: 'an address that starts with "https://" or "http://"',
  },
  execution: {
    schema: { enum: ["subagent", "session"] },
    default: "subagent",
    project: "tighten",
    loosestFirst: ["session", "subagent"],
    description: "who carries out a step: an agent of its own, or the session that planned",
  },
  max_parallel_steps: {
    schema: { type: "integer", minimum: 1, maximum: 64 },
    default: 1,
    project: "set",
    description: "steps that may run at the same time, where they cannot disturb each other",
  },
  max_parallel_plans: {
    schema: { type: "integer", minimum: 1, maximum: 64 },
    default: 1,
    project: "set",
    description: "plans of the queue that may run at the same time",
  },
  on_failure: {
    schema: { enum: ["stop", "continue"] },
    default: "stop",
    project: "tighten",
    loosestFirst: ["continue", "stop"],
    description: "after a step that failed: nothing new starts, or steps that do not need it go on",
  },
  on_interrupted: {
    schema: { enum: ["ask", "retry", "fail"] },
    default: "ask",
    project: "tighten",
    loosestFirst: ["retry", "ask", "fail"],
    description:
      "a step that was cut off, and whose check does not say that it is done: ask a person, repeat it, or fail",
  },
  step_timeout_minutes: {
    schema: minutes,
    default: 30,
    project: "lower",
    description: "the work of a step may take so long; waiting for a person does not count (0: no limit)",
  },
  verify_timeout_minutes: {
    schema: minutes,
    default: 10,
    project: "lower",
    description: "the check of a step may take so long, unless the step has verify_minutes (0: no limit)",
  },
  max_turns: {
    schema: { type: "integer", minimum: 0, maximum: 100_000 },
    default: 50,
    project: "lower",
    description:
      "answers a model may take for a step that does not say it itself; modes have lower limits (0: no limit, in no mode)",
  },
  "budget.tokens": {
    schema: { type: "integer", minimum: 0, maximum: 1_000_000_000_000 },
    default: 0,
    project: "lower",
    description: "tokens a run may use before a person is asked (0: no limit)",
  },
  "budget.cost": {
    schema: { type: "number", minimum: 0, maximum: 1_000_000 },
    default: 0,
    project: "lower",
    description: "US dollars a run may cost before a person is asked (0: no limit)",
  },
  "budget.minutes": {
    schema: minutes,
    default: 0,
    project: "lower",
    description: "minutes the steps of a run may work before a person is asked (0: no limit)",
  },
  snapshots: {
    schema: yesOrNo,
    default: true,
    project: "tighten",
    loosestFirst: [false, true],
    description: "the working tree is kept before a run and after each step, so that it can be rolled back",
  },
  max_context_tokens: {
    schema: { type: "integer", minimum: 1_000, maximum: 100_000_000 },
    default: 100_000,
    project: "set",
    description: "the context that the agent of a step, or a planner without a person, may fill before it is compacted",
  },
  review_timeout_minutes: {
    schema: minutes,
    default: 0,
    project: "set",
    description: "a review without an answer ends planning, the plan stays proposed (0: never)",
  },
  gathering_idle_minutes: {
    schema: minutes,
    default: 60,
    project: "set",
    description: "planning without a tool call is cancelled (0: never)",
  },
  decision_timeout_seconds: {
    schema: seconds,
    default: 0,
    project: "set",
    description: "a decision without an answer times out (0: never)",
  },
  executor_timeout_minutes: {
    schema: minutes,
    default: 30,
    project: "set",
    description: "a run without a heartbeat is stalled (0: never)",
  },
  stale_after_days: {
    schema: days,
    default: 30,
    project: "set",
    description: "a proposed plan without an answer is cancelled (0: never)",
  },
  retention_days: {
    schema: days,
    default: 90,
    project: "set",
    description: "finished plans move to the archive (0: never)",
  },
  enable_persistence: {
    schema: { enum: [true] },
    default: true,
    project: "set",
    description: "always true: there is no plan without a file",
  },
} as const satisfies Record<string, Key>;

export type ConfigKey = keyof typeof KEYS;

/** The settings in force. */
export type Config = { -readonly [K in Plain]: Value<K> } & {
  -readonly [O in Outer]: { [I in Inner<O>]: Value<`${O}.${I}`> };
};

type Plain = Exclude<ConfigKey, `${string}.${string}`>;
type Outer = ConfigKey extends infer K ? (K extends `${infer O}.${string}` ? O : never) : never;
type Inner<O extends string> = ConfigKey extends infer K ? (K extends `${O}.${infer I}` ? I : never) : never;
type Value<K> = K extends "approvers"
  ? Approvers
  : K extends "tools"
    ? Record<string, ToolSetting>
    : K extends "capabilities"
      ? Record<string, Capability>
      : K extends ConfigKey
        ? XStatic<(typeof KEYS)[K]["schema"]>
        : never;
