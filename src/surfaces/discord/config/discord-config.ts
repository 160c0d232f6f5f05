import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { SomeApprovers } from "../../../desk/config/approvers-setting.ts";
import { readJsonFile } from "../../../desk/config/read-json-file.ts";
import type { Home } from "../../../desk/home.ts";
import { isObject } from "../../../plan/check-shape.ts";
import { indexPath } from "../../../plan/data-path.ts";
import { defined } from "../../../plan/defined.ts";
import { isError, type Problem } from "../../../plan/problem.ts";
import { approversOf } from "./approvers.ts";
import { checkConfig } from "./check-config.ts";
import { PROFILES, type Profile } from "./profiles.ts";

/** The members an agent listens to: all who can write in its channel, or those with a role or an account of a list. */
export type Talk = "anyone" | readonly string[];

/** A configuration without errors. */
export interface DiscordConfig {
  file: string;
  tokenFile: string;
  applicationId?: string;
  /** The address of Discord's API; left out: Discord's own. */
  api?: string;
  agents: readonly AgentConfig[];
}

export interface AgentConfig {
  /** Its path in the file: `agents[0]`. */
  path: string;
  channel: string;
  name: string;
  /** Absolute. */
  directory: string;
  talk: Talk;
  /** Left out: those of the user's file. */
  approvers?: SomeApprovers;
  model?: string;
  profile: Profile;
  systemPrompt?: string;
  /** Keys of plans.json. */
  settings: Readonly<Record<string, unknown>>;
  startInPlanMode: boolean;
  ping: Ping;
}

/** Whom the bot pings when a plan waits for a signature; a list has `discord:<id>` and `role:<id>`. */
export type Ping = "approvers" | "none" | readonly string[];

export interface LoadedDiscordConfig {
  file: string;
  /** Only if there is no error in the file. */
  config: DiscordConfig | undefined;
  problems: Problem[];
}

/** Beside the user's plans.json. */
export function discordConfigFile(home: Home): string {
  return join(dirname(home.config), "discord.json");
}

/** Reads the file and reports all its problems at once. `checkDiscord` looks at directories and the token. */
export function loadDiscordConfig(home: Home, given?: string): LoadedDiscordConfig {
  const file = resolve(given ?? discordConfigFile(home));
  const read = readJsonFile(file);
  if (read === undefined) return { file, config: undefined, problems: [MISSING] };
  const wrong = read.value === undefined ? [] : checkConfig(read.value, join(home.directory, TOKEN));
  const problems = [...read.problems, ...wrong.map(read.locate)];
  const isRight = !problems.some(isError) && read.value !== undefined;
  return { file, config: isRight ? configOf(read.value as Written, file, home) : undefined, problems };
}

const TOKEN = "discord-token";

/** The content of a file without errors. */
interface Written {
  token_file?: string;
  application_id?: string;
  api?: string;
  profiles?: Record<string, { tools: string[]; settings?: Record<string, unknown> }>;
  agents: {
    channel: string;
    name: string;
    directory: string;
    talk: Talk;
    approvers?: unknown;
    model?: string;
    profile?: string;
    system_prompt?: string;
    settings?: Record<string, unknown>;
    start_in_plan_mode?: boolean;
    ping?: "approvers" | "none" | string[];
  }[];
}

function configOf(written: Written, file: string, home: Home): DiscordConfig {
  const { token_file, application_id, api, agents } = written;
  const place = (path: string) => resolve(dirname(file), path.replace(/^~(?=\/|$)/, homedir()));
  return {
    file,
    tokenFile: token_file === undefined ? join(home.directory, TOKEN) : place(token_file),
    ...defined({ applicationId: application_id, api }),
    agents: agents.map((agent, index) => ({
      path: indexPath("agents", index),
      channel: agent.channel,
      name: agent.name,
      directory: place(agent.directory),
      talk: agent.talk,
      ...(agent.approvers !== undefined && { approvers: approversOf(agent.approvers, "").some }),
      ...defined({ model: agent.model }),
      profile: profileOf(agent.profile ?? "developer", written),
      ...defined({ systemPrompt: agent.system_prompt }),
      settings: agent.settings ?? {},
      startInPlanMode: agent.start_in_plan_mode ?? false,
      ping: pingOf(agent.ping),
    })),
  };
}

/** As Countersign names accounts everywhere: `discord:<id>`. */
function pingOf(written: "approvers" | "none" | string[] = "approvers"): Ping {
  return Array.isArray(written) ? written.map((entry) => entry.replace(/^user:/, "discord:")) : written;
}

/** A profile of the user overrides ours of the same name. */
function profileOf(name: string, { profiles = {} }: Written): Profile {
  const own = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  const known = own && isObject(own) ? { name, tools: own.tools, settings: own.settings ?? {} } : PROFILES[name];
  if (known === undefined) throw new Error(`There is no profile ${name}.`);
  return known;
}

const EXAMPLE =
  '{ "agents": [{ "channel": "<id>", "name": "…", "directory": "~/…", "talk": ["role:<id>"], "approvers": ["user:<id>"] }] }';

const MISSING: Problem = {
  severity: "error",
  kind: "no_configuration",
  message: "there is no such file: Discord needs a configuration",
  hint: `Write one: ${EXAMPLE}`,
};
