import type { AssistantMessage } from "@earendil-works/pi-ai";
import { describe, expect, it } from "vitest";
import { says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";

/** What the model has before it: all that people said, and how often it was spoken to. */
const asked = ({ model }: DiscordBench) =>
  model.saw.userTexts.flatMap((text) => [...text.matchAll(/\n(.*)\n<\/message>/g)].map(([, words]) => words));

describe("what is said while the bot is away", () => {
  it("is answered once when it is back, in order and where it was said", async () => {
    const bench = await DiscordBench.prepare({ responses: [says("First.")] });
    const { general, discord, model } = bench;
    const role = discord.guild.role("builders");
    const ada = discord.addMember({ name: "ada", roles: [role] });
    const eve = discord.addMember({ name: "eve" });
    const config = bench.agentConfig(general, { talk: [`role:${role.id}`] });
    ada.say(general, "said before the bot ever came");
    const bot = await bench.startBot([config]);
    ada.say(general, "one");
    await general.next("First.");
    await bot.close();
    const thread = ada.startThread(general, "new");
    ada.say(general, "two");
    eve.say(general, "three");
    ada.say(thread, "four");
    model.faux.setResponses([says("Second."), says("Fourth."), says("Fifth.")]);
    const back = bench.startBot([config]);
    await back;
    await general.next("Second.");
    await thread.next("Fourth.");
    ada.say(general, "five");
    await general.next("Fifth.");
    expect(asked(bench)).toEqual(["one", "two", "four", "five"]);
    await (await back).close();
    const again = await bench.startBot([config]);
    await again.settled();
    expect(asked(bench)).toEqual(["one", "two", "four", "five"]);
    expect(general.messages.filter(({ author }) => author.bot).map(({ text }) => text)).toEqual([
      "First.",
      "Second.",
      "Fifth.",
    ]);
    await allIsWell(bench);
  });

  it("is not lost when a person writes the moment it is back", async () => {
    const bench = await DiscordBench.start({ responses: [says("Hello.")] });
    const { general, discord, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "one");
    await general.next("Hello.");
    for (const resumable of [true, false]) {
      // Those that come together may be answered together.
      const answered = () => says(`You said: ${asked(bench).at(-1)}.`) as AssistantMessage;
      model.faux.setResponses([answered, answered]);
      const { identified } = discord.logins;
      const dropped = discord.drop({ resumable });
      ada.say(general, `while away, resumable ${resumable}`);
      await dropped;
      await discord.online();
      ada.say(general, `back, resumable ${resumable}`);
      await general.next(`You said: back, resumable ${resumable}.`);
      expect(discord.logins.identified).toBe(identified + (resumable ? 0 : 1));
    }
    expect(asked(bench)).toEqual([
      "one",
      ...["while away, resumable true", "back, resumable true"],
      ...["while away, resumable false", "back, resumable false"],
    ]);
    await allIsWell(bench);
  });

  it("is found behind all that others said", async () => {
    const bench = await DiscordBench.prepare({ responses: [says("Hello."), says("You were away.")] });
    const { general, discord } = bench;
    const ada = discord.addMember({ name: "ada" });
    const eve = discord.addMember({ name: "eve" });
    const config = bench.agentConfig(general, { talk: [`user:${ada.id}`] });
    const bot = await bench.startBot([config]);
    ada.say(general, "one");
    await general.next("Hello.");
    await bot.close();
    for (let index = 0; index < 230; index++) eve.say(general, `chatter ${index}`);
    ada.say(general, "two");
    await bench.startBot([config]);
    await general.next("You were away.");
    expect(asked(bench)).toEqual(["one", "two"]);
    await allIsWell(bench);
  });

  it("is one thing to think about, however many messages it took to say it", async () => {
    const bench = await DiscordBench.start({ responses: [says("Hello.")] });
    const { general, discord, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const bob = discord.addMember({ name: "bob" });
    ada.say(general, "one");
    await general.next("Hello.");
    await bench.bot.close();
    for (const words of ["two", "three", "four"]) ada.say(general, words);
    bob.say(general, "five");
    model.says(says("All four."), says("Once too often."));
    await bench.startBot();
    await general.next("All four.");
    await allIsWell(bench);
    expect(asked(bench)).toEqual(["one", "two", "three", "four", "five"]);
    expect(model.saw.userTexts).toHaveLength(2);
    expect(model.saw.userTexts[1]).toContain('<message from="bob">\nfive');
    expect(general.transcript).not.toContain("Once too often.");
  });

  it("is not answered if it was long ago, and the channel is told so once", async () => {
    const bench = await DiscordBench.prepare({ responses: [says("Hello.")] });
    const { general, discord, model, clock } = bench;
    const ada = discord.addMember({ name: "ada" });
    const eve = discord.addMember({ name: "eve" });
    const config = bench.agentConfig(general, { talk: [`user:${ada.id}`] });
    const bot = await bench.startBot([config]);
    ada.say(general, "one");
    await general.next("Hello.");
    await bot.close();
    ada.say(general, "two");
    eve.say(general, "not for the agent");
    ada.say(general, "three");
    clock.forward({ minutes: 90 });
    await (await bench.startBot([config])).settled();
    const told = await general.next("while I was offline");
    expect(told.text).toBe(
      "2 messages sent while I was offline are too old to answer. Send them again if they still matter.",
    );
    await bench.bot.close();
    await (await bench.startBot([config])).settled();
    model.says(says("Now I do."));
    ada.say(general, "two again");
    await general.next("Now I do.");
    expect(asked(bench)).toEqual(["one", "two again"]);
    expect(general.messages.filter(({ text }) => text.includes("while I was offline"))).toEqual([told]);
    await allIsWell(bench);
  });
});
