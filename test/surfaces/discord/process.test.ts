import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Bot, prepareBot } from "./bot-command.ts";

it.each(["SIGINT", "SIGTERM"] as const)("answers in its channel until it is stopped by %s", async (signal) => {
  const [discord, project] = await prepareBot();
  const bot = new Bot(project);
  await bot.says("Connected: Builder.");
  const general = discord.guild.channel("general");
  discord.addMember({ name: "ada" }).say(general, "Hello");
  await general.next("Hello from the model.");
  expect(await bot.ends(signal)).toBe(0);
});

it("refuses to listen where another bot does, and follows one that was killed", async () => {
  const [, project] = await prepareBot();
  const first = new Bot(project);
  await first.says("Connected: Builder.");
  const second = new Bot(project);
  expect(await second.ends()).toBe(1);
  expect(second.text).toMatch(/A bot listens in one of these channels already: process \d+\. Stop that one first/);
  expect(await first.ends("SIGKILL")).toBe("SIGKILL");
  const third = new Bot(project);
  await third.says("Connected: Builder.");
  expect(await third.ends("SIGTERM")).toBe(0);
});

it("says what to do about a wrong token", async () => {
  const [, project] = await prepareBot({}, "another-token");
  const bot = new Bot(project);
  expect(await bot.ends()).toBe(1);
  expect(bot.text).toContain("Discord refuses the token: reset it in the Developer Portal");
});

it("says what to do about an intent that is not switched on", async () => {
  const [, project] = await prepareBot({ privileged: [] });
  const bot = new Bot(project);
  expect(await bot.ends()).toBe(1);
  expect(bot.text).toContain("switch on the Message Content intent");
});

it.each([
  ["its token is reset", "resetToken", "Discord refuses the token: reset it in the Developer Portal"],
  ["its intent is switched off", "switchOffIntents", "switch on the Message Content intent"],
] as const)("ends with a word on what to do when %s while it works, and leaves nothing half done", async (_, how, words) => {
  const [discord, project] = await prepareBot();
  const bot = new Bot(project);
  await bot.says("Connected: Builder.");
  const general = discord.guild.channel("general");
  const ada = discord.addMember({ name: "ada" });
  ada.say(general, "Hello");
  await general.next("Hello from the model.");
  await (await ada.slash(general, "plan start")).answered("Planning");
  discord[how]();
  expect(await bot.ends()).toBe(1);
  expect(bot.text.trim().split("\n").at(-1)).toContain(words);
  expect(bot.text).not.toMatch(/at .*\.[jt]s:\d+/);
  // The next bot finds the channel free.
  expect(existsSync(join(project.home, "discord", `${general.id}.pid`))).toBe(false);
  expect(discord.unanswered).toEqual([]);
});
