import { type ConfigKey, KEYS } from "../../../desk/config/keys.ts";
import { loadConfig } from "../../../desk/config.ts";
import type { Home } from "../../../desk/home.ts";
import { findProject } from "../../../desk/project.ts";
import { isObject } from "../../../plan/check-shape.ts";
import type { AgentConfig } from "./discord-config.ts";

/** In a chat people come and go: a request without an answer ends sooner than at a terminal. */
const CHAT_PRESET: Readonly<Partial<Record<ConfigKey, unknown>>> = {
  review_timeout_minutes: 30,
  gathering_idle_minutes: 60,
  stale_after_days: 7,
};

/** The settings that override the user's file for one agent. The preset applies only to settings that the file leaves open. */
export function hostSettings(agent: AgentConfig, home: Home): Record<string, unknown> {
  const { sources } = loadConfig({ projectDir: findProject(agent.directory), userFile: home.config });
  const { profile, settings, approvers } = agent;
  return {
    ...Object.fromEntries(Object.entries(CHAT_PRESET).filter(([key]) => sources[key as ConfigKey] !== "user")),
    ...over(profile.settings, settings),
    ...(approvers && Object.keys(approvers).length > 0 && { approvers }),
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** Groups (`planning`, `budget`) are merged: setting one of their keys keeps the others. */
function over(base: Settings, wish: Settings): Settings {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(wish)) {
    const before = merged[key];
    const isGroup = !Object.hasOwn(KEYS, key) && isObject(before) && isObject(value);
    merged[key] = isGroup ? { ...before, ...value } : value;
  }
  return merged;
}
