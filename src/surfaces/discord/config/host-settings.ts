import type { SomeApprovers } from "../../../desk/config/approvers-setting.ts";
import type { ConfigKey } from "../../../desk/config/keys.ts";
import type { LoadedConfig } from "../../../desk/config.ts";

/** In a chat people come and go: what nobody answers ends sooner than at a terminal. */
export const CHAT_PRESET: Readonly<Partial<Record<ConfigKey, unknown>>> = {
  review_timeout_minutes: 30,
  gathering_idle_minutes: 60,
  stale_after_days: 7,
};

/** What the bot says over the user's file for one agent. The preset only fills in what that file leaves open. */
export function hostSettings(
  {
    profile,
    agent,
    approvers,
  }: Record<"profile" | "agent", Readonly<Record<string, unknown>>> & {
    approvers?: SomeApprovers;
  },
  sources: LoadedConfig["sources"],
): Record<string, unknown> {
  const isOpen = ([key]: [string, unknown]) => sources[key as ConfigKey] !== "user";
  return {
    ...Object.fromEntries(Object.entries(CHAT_PRESET).filter(isOpen)),
    ...profile,
    ...agent,
    ...(approvers && Object.keys(approvers).length > 0 && { approvers }),
  };
}
