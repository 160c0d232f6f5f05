// countersign/discord: the bot for Discord, for programs that run it themselves. It needs discord.js and pi beside it.
export { type Bot, type BotOptions, startBot } from "./surfaces/discord/bot.ts";
export {
  type AgentConfig,
  type DiscordConfig,
  type LoadedDiscordConfig,
  loadDiscordConfig,
} from "./surfaces/discord/config/discord-config.ts";
export { PROFILES, type Profile } from "./surfaces/discord/config/profiles.ts";
