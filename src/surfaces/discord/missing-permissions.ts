import type { Channel, PermissionsString } from "discord.js";
import { PERMISSIONS } from "./config/invite-link.ts";

/** What the bot lacks in a channel, in the words of Discord's settings. */
export function missingPermissions(channel: Channel): string[] {
  if (channel.isDMBased()) return [];
  const self = channel.client.user;
  const has = self === null ? null : channel.permissionsFor(self);
  if (!has) return [];
  return (Object.keys(PERMISSIONS) as PermissionsString[]).filter((name) => !has.has(name)).map(spelled);
}

/** Where it is to be put right. */
export function permissionWords(channel: Channel, missing: readonly string[]): string {
  const where = "name" in channel && channel.name ? `#${channel.name}` : `the channel ${channel.id}`;
  return `The bot lacks ${missing.join(", ")} in ${where}: give it that in the channel's settings, under Permissions.`;
}

/** `SendMessagesInThreads` → `Send Messages in Threads` */
function spelled(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace(" In ", " in ");
}
