import type { Shape } from "../../../plan/check-shape.ts";

const id = { type: "string", pattern: "^[1-9]\\d{14,19}$" } as const;
const path = { type: "string", pattern: "^[^\\p{C}]{1,4096}$" } as const;
const name = { type: "string", pattern: "^[^\\s\\p{C}](?:[^\\p{C}]{0,78}[^\\s\\p{C}])?$" } as const;
const ENTRY = "^(?:role|user):[1-9]\\d{14,19}$";

/** Roles and accounts. */
export const ENTRIES = {
  type: "array",
  minItems: 1,
  items: { type: "string", pattern: ENTRY, description: "role:<id> or user:<id>" },
} as const;

interface Key {
  schema: Shape | { anyOf: readonly object[] };
  required?: true;
  description: string;
  default?: string;
}

const APPROVERS = {
  type: "object",
  additionalProperties: false,
  properties: {
    from: { anyOf: [{ enum: ["anyone", "requester"] }, ENTRIES] },
    quorum: { type: "integer", minimum: 1, maximum: 100 },
    exclude_requester: { type: "boolean" },
  },
} as const;

/** The keys of one agent: loading, the schema for editors and the table in the documentation come from here. */
export const AGENT_KEYS = {
  channel: {
    schema: id,
    required: true,
    description: "the id of its channel; it also answers in the channel's threads",
  },
  name: { schema: name, required: true, description: "what people call it" },
  directory: {
    schema: path,
    required: true,
    description: "the project it works in: absolute, from `~/`, or from the directory of this file",
  },
  talk: {
    schema: { anyOf: [{ enum: ["anyone"] }, ENTRIES] },
    required: true,
    description: 'who may talk to it: `"anyone"` in the channel, or a list of `role:<id>` and `user:<id>`',
  },
  approvers: {
    schema: { anyOf: [{ enum: ["anyone", "requester"] }, ENTRIES, APPROVERS] },
    description: "who may approve its plans, as in plans.json, with `role:<id>` and `user:<id>`",
    default: "those of plans.json",
  },
  model: {
    schema: { type: "string", pattern: "^[^\\s\\p{C}]{1,200}$" },
    description: "its model, as provider/id",
    default: "pi's default",
  },
  profile: {
    schema: { type: "string", pattern: "^[^\\s\\p{C}]{1,64}$" },
    description: "its tools: `reader` only reads, `developer` has all of pi's, or one of `profiles`",
    default: "developer",
  },
  system_prompt: {
    schema: { type: "string", minLength: 1, maxLength: 50_000 },
    description: "text that is added to its system prompt",
    default: "nothing",
  },
  settings: {
    schema: { type: "object" },
    description: "keys of plans.json for this agent; they override your file",
    default: "none",
  },
  ping: {
    schema: { anyOf: [{ enum: ["approvers", "none"] }, ENTRIES] },
    description:
      'whom it pings when a plan waits for a signature: `"approvers"` (the requester, where anyone may sign), `"none"`, or a list of `role:<id>` and `user:<id>`',
    default: '`"approvers"`',
  },
  start_in_plan_mode: {
    schema: { type: "boolean" },
    description: "a new session starts in plan mode",
    default: "false",
  },
} as const satisfies Record<string, Key>;

export const PROFILE_KEYS = {
  tools: {
    schema: { type: "array", minItems: 1, items: { type: "string", pattern: "^[^\\s\\p{C}]{1,200}$" } },
    required: true,
    description: "its tools of pi (`read`, `bash`, `edit`, `write`, `grep`, `find`, `ls`) and of your pi extensions",
  },
  settings: { schema: { type: "object" }, description: "keys of plans.json for agents with it", default: "none" },
} as const satisfies Record<string, Key>;

export const BOT_KEYS = {
  agents: {
    schema: { type: "array", minItems: 1 },
    required: true,
    description: "the agents, one for each channel",
  },
  token_file: {
    schema: path,
    description: "the file with the bot's token, for you alone; `DISCORD_TOKEN` in the environment takes its place",
    default: "discord-token in COUNTERSIGN_HOME",
  },
  application_id: { schema: id, description: "the id of the application", default: "read from the token" },
  api: {
    schema: { type: "string", pattern: "^https?://[^\\s\\p{C}?#]{1,500}$" },
    description: "the address of Discord's API, for a proxy or a local Discord: that server gets the token",
    default: "https://discord.com/api",
  },
  profiles: {
    schema: { type: "object" },
    description: "profiles of your own, by their names",
    default: "none",
  },
} as const satisfies Record<string, Key>;

/** The shape of an object with these keys. Values with `anyOf` are checked separately. */
export function shapeOf(keys: Readonly<Record<string, Key>>): Shape {
  const plain = ({ schema }: Key): Shape => ("anyOf" in schema ? {} : schema);
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(keys).filter((key) => keys[key]?.required),
    properties: Object.fromEntries(
      Object.entries(keys).map(([key, row]) => [key, { ...plain(row), description: row.description }]),
    ),
  };
}
