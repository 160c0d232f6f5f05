import type { XStatic } from "typebox/schema";
import type { Approvers } from "../../lifecycle/approvers.ts";
import type { Shape } from "../../plan/check-shape.ts";
import { ApproversSetting } from "./approvers-setting.ts";

const tools = { type: "array", items: { type: "string", pattern: "^[^\\s\\p{C}]{1,200}$" } } as const;
const person = { type: "string", pattern: "^[^:\\s\\p{C}]{1,64}$" } as const;
const account = { type: "string", pattern: "^(?!role:)[a-z][a-z0-9-]*:[^\\s\\p{C}]{1,128}$" } as const;
const yesOrNo = { type: "boolean" } as const;
const days = { type: "integer", minimum: 0, maximum: 36_500 } as const;
const minutes = { type: "integer", minimum: 0, maximum: 525_600 } as const;
const seconds = { type: "integer", minimum: 0, maximum: 31_536_000 } as const;

/** What a project may do with a key. What matters for safety it can only tighten, whatever a cloned repository says. */
export type ProjectMay = "set" | "tighten" | "add" | "remove" | "nothing";

interface Key {
  schema: (Shape & { propertyNames?: Shape }) | typeof ApproversSetting;
  default: unknown;
  project: ProjectMay;
  /** For `tighten`: the values from the loosest to the tightest. */
  loosestFirst?: readonly unknown[];
  description: string;
  /** The part of Countersign that would read it does not exist yet. */
  isAwaiting?: true;
}

const NOT_USED = "checked, but nothing uses it yet";

/** What a setting says, and whether saying it has an effect. */
export function describeKey(key: ConfigKey): string {
  const row: Key = KEYS[key];
  return row.isAwaiting ? `${row.description} (${NOT_USED})` : row.description;
}

/** Settings that are in nobody's use yet, and what to tell of them. */
export function noteOn(key: ConfigKey): string | undefined {
  const row: Key = KEYS[key];
  return row.isAwaiting && NOT_USED;
}

/** Every setting, once: loading, the schema for editors and the table in docs/configuration.md come from here. */
export const KEYS = {
  enabled: {
    schema: yesOrNo,
    default: true,
    project: "tighten",
    loosestFirst: [false, true],
    description: "whether plan mode is offered and its guards are up",
    isAwaiting: true,
  },
  level: {
    schema: { enum: ["prompt", "log", "enforce"] },
    default: "enforce",
    project: "tighten",
    loosestFirst: ["prompt", "log", "enforce"],
    description: "what happens to a forbidden call: the model is only told, it is recorded, or it is blocked",
    isAwaiting: true,
  },
  shell: {
    schema: { enum: ["off", "read-only"] },
    default: "read-only",
    project: "tighten",
    loosestFirst: ["read-only", "off"],
    description: "shell commands while planning: none, or those that are understood to be read-only",
    isAwaiting: true,
  },
  sandbox: {
    schema: { enum: ["auto", "require", "off"] },
    default: "auto",
    project: "tighten",
    loosestFirst: ["off", "auto", "require"],
    description: "the operating system's sandbox around shell commands: where there is one, always, or never",
    isAwaiting: true,
  },
  scope: {
    schema: { enum: ["step", "plan", "full"] },
    default: "step",
    project: "tighten",
    loosestFirst: ["full", "plan", "step"],
    description: "tools while executing: those of the step, those of the plan, or all",
    isAwaiting: true,
  },
  yolo: {
    schema: yesOrNo,
    default: false,
    project: "tighten",
    loosestFirst: [true, false],
    description: "calls that would ask for confirmation are allowed without asking",
    isAwaiting: true,
  },
  tool_ignore: {
    schema: tools,
    default: [],
    project: "remove",
    description: "tools that are never asked about",
    isAwaiting: true,
  },
  guardedTools: {
    schema: tools,
    default: [],
    project: "add",
    description: "exact names of tools or operations that need an approved plan",
    isAwaiting: true,
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
    description: "the accounts (surface:id) of one person, so that nobody counts twice or countersigns for themselves",
  },
  auto_run: {
    schema: yesOrNo,
    default: false,
    project: "tighten",
    loosestFirst: [true, false],
    description: "an approved plan starts by itself when a live host can run it",
    isAwaiting: true,
  },
  max_parallel_steps: {
    schema: { type: "integer", minimum: 1, maximum: 64 },
    default: 1,
    project: "set",
    description: "steps that may run at the same time",
    isAwaiting: true,
  },
  max_context_tokens: {
    schema: { type: "integer", minimum: 1_000, maximum: 100_000_000 },
    default: 100_000,
    project: "set",
    description: "the context a run may use before it is compacted",
    isAwaiting: true,
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
    description: "a run without a sign of life is stalled (0: never)",
  },
  stale_after_days: {
    schema: days,
    default: 30,
    project: "set",
    description: "a proposed plan nobody answered is cancelled (0: never)",
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

type Values = { -readonly [K in Exclude<ConfigKey, "approvers">]: XStatic<(typeof KEYS)[K]["schema"]> };

/** The settings in force. */
export interface Config extends Values {
  approvers: Approvers;
}
