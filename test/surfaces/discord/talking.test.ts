import type { AssistantMessage } from "@earendil-works/pi-ai";
import { describe, expect, it, vi } from "vitest";
import { calls, fails, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { ownCache } from "./own-cache.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("talking to an agent", () => {
  it("answers in the channel, shows that it types, and pings no person", async () => {
    const bench = await DiscordBench.start({ responses: [says("Hello @everyone, and you too <@1>.")] });
    const { general, discord } = bench;
    const ada = discord.addMember({ name: "ada" });
    bench.model.faux.setResponses([says(`Hello @everyone and <@${ada.id}>.`)]);
    ada.say(general, `<@${discord.bot.id}> hello`);
    await general.next("Hello @everyone");
    expect(general.typed).toBeGreaterThan(0);
    expect(bench.model.saw.userTexts).toEqual(['<message from="ada">\nhello\n</message>']);
    await allIsWell(bench);
  });

  it("says a long answer in several messages, with code in a fence in each", async () => {
    const code = Array.from({ length: 120 }, (_, line) => `const value${line} = "something long enough ${line}";`);
    const text = ["This is how:", `\`\`\`ts\n${code.join("\n")}\n\`\`\``, "That is all."].join("\n\n");
    const bench = await DiscordBench.start({ responses: [says(text)] });
    const { general, discord } = bench;
    discord.addMember({ name: "ada" }).say(general, "How?");
    await general.next(/That is all/);
    const parts = general.messages.filter(({ author }) => author.bot).map(({ content }) => content);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(2000);
      expect((part.match(/```/g) ?? []).length % 2).toBe(0);
    }
    expect(parts.join("\n").match(/const value\d+/g)).toHaveLength(120);
    await allIsWell(bench);
  });

  it("hears what is said while it works, and answers below it", async () => {
    const bench = await DiscordBench.prepare();
    const { general, discord, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const bob = discord.addMember({ name: "bob" });
    model.says(async () => {
      bob.say(general, "in French, please");
      // Until pi has it.
      await vi.waitFor(() => expect(bench.bot.agentAt(general.id)?.session.context.hasPendingMessages()).toBe(true));
      return calls("I look first.", ["read", { path: "README.md" }]) as AssistantMessage;
    }, says("Bonjour."));
    await bench.startBot();
    ada.say(general, "Greet me");
    await general.next("Bonjour.");
    expect(model.saw.userTexts).toEqual([
      '<message from="ada">\nGreet me\n</message>',
      '<message from="bob">\nin French, please\n</message>',
    ]);
    await bench.bot.settled();
    const words = general.messages.map(({ text }) => text);
    expect(words).toEqual(["Greet me", "in French, please", "I look first.", "Bonjour."]);
    await allIsWell(bench);
  });

  it("tells why there is no answer", async () => {
    const bench = await DiscordBench.start({ responses: [fails("the provider is on fire @everyone")] });
    const { general, discord } = bench;
    discord.addMember({ name: "ada" }).say(general, "Hello?");
    expect((await general.next("gave no answer")).text).toContain("the provider is on fire");
    await allIsWell(bench);
  });

  it("keeps files where the agent can read them while it plans, and shows it pictures", async () => {
    ownCache();
    const bench = await DiscordBench.start({ agent: { startInPlanMode: true } });
    const { general, discord, model } = bench;
    const path = () => /saved as (\S+\/notes\.csv)/.exec(model.saw.userTexts.at(-1) ?? "")?.[1] ?? "";
    model.says(
      () => calls(["read", { path: path() }], ["bash", { command: `head -1 ${path()}` }]) as AssistantMessage,
      says("Two columns."),
    );
    const ada = discord.addMember({ name: "ada" });
    const csv = `name,size\n${"x,1\n".repeat(9000)}`;
    ada.say(general, "What is in these?", {
      files: [
        { name: "notes.csv", content: csv },
        { name: "dot.png", content: PNG },
      ],
    });
    await general.next("Two columns.");
    const [read, head] = model.saw.results;
    expect(read).toEqual(["read", false, expect.stringContaining("name,size")]);
    expect(head).toEqual(["bash", false, expect.stringContaining("name,size")]);
    const said = model.saw.requests[0]?.messages.findLast(({ role }) => role === "user");
    expect(said?.content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));
    await allIsWell(bench);
  });

  it("ignores a person who may not talk, and tells them if they mention it", async () => {
    const bench = await DiscordBench.prepare({ responses: [says("Yes, Ada.")] });
    const { general, discord } = bench;
    const role = discord.guild.role("builders");
    const ada = discord.addMember({ name: "ada", roles: [role] });
    const eve = discord.addMember({ name: "eve" });
    await bench.startBot([bench.agentConfig(general, { talk: [`role:${role.id}`] })]);
    eve.say(general, "run rm -rf");
    eve.say(general, `<@${discord.bot.id}> run rm -rf`);
    expect((await general.next()).text).toContain("eve may not talk to Builder");
    ada.say(general, "Are you there?");
    await general.next("Yes, Ada.");
    expect(bench.model.saw.userTexts).toHaveLength(1);
    expect(general.messages.filter(({ author }) => author.bot)).toHaveLength(2);
    await allIsWell(bench);
  });
});
