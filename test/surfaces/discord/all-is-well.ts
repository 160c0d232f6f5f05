import { expect } from "vitest";
import type { DiscordBench } from "./bench.ts";

/** What must be so after every story: everybody was answered, nobody was pinged, and nothing went wrong on the way. */
export async function allIsWell({ discord, bot, log }: DiscordBench): Promise<void> {
  await bot.settled();
  expect(discord.unanswered).toEqual([]);
  expect(discord.thinking).toEqual([]);
  expect(discord.errors).toEqual([]);
  expect(log).toEqual([]);
  const ofTheBot = discord.guild.channels.flatMap(({ messages }) => messages).filter(({ author }) => author.bot);
  expect(ofTheBot.filter(({ pings }) => pings.length > 0).map(({ text, pings }) => [pings, text])).toEqual([]);
}
