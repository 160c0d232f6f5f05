import { expect } from "vitest";
import type { DiscordBench } from "./bench.ts";

/** After every story: every interaction was answered, no message pinged, and no error was logged. */
export async function allIsWell({ discord, bot, log }: DiscordBench): Promise<void> {
  await bot.settled();
  expect(discord.unanswered).toEqual([]);
  expect(discord.thinking).toEqual([]);
  expect(discord.errors).toEqual([]);
  expect(log).toEqual([]);
  const all = discord.guild.channels.flatMap(({ messages }) => messages);
  const ofTheBot = all.filter(({ author }) => author.id === discord.bot.id);
  expect(ofTheBot.filter(({ pings }) => pings.length > 0).map(({ text, pings }) => [pings, text])).toEqual([]);
}
