import { describe, expect, it } from "vitest";
import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { ownCache } from "./own-cache.ts";

const FEW = ["English", "French"];
const MANY = ["English", "French", "German", "Greek", "Maltese", "Welsh"];

async function answer(
  asked: { question: string; options?: string[] },
  how: (ada: LocalMember, card: LocalMessage) => Promise<unknown> | undefined,
): Promise<string> {
  ownCache();
  const bench = await DiscordBench.start({
    agent: { startInPlanMode: true },
    responses: [calls("Something is not clear.", ["ask_user", asked]), says("Thank you.")],
  });
  const { general, discord, model } = bench;
  const ada = discord.addMember({ name: "ada" });
  ada.say(general, "Add a greeting");
  const card = await general.next("❓ The agent asks");
  expect(card.text).toContain(asked.question);
  await how(ada, card);
  await general.next("Thank you.");
  await card.changed(/☑️ ada answered/);
  expect(card.buttons).toEqual([]);
  await allIsWell(bench);
  const words = general.messages.filter(({ author }) => author.bot).map(({ text }) => text.split("\n")[0]);
  expect(words.slice(-3)).toEqual(["Something is not clear.", "### ❓ The agent asks", "Thank you."]);
  const [name, isError, text] = model.saw.results.at(-1) ?? [];
  expect([name, isError]).toEqual(["ask_user", false]);
  return text ?? "";
}

const click = async (ada: LocalMember, card: LocalMessage, button: string) =>
  (await ada.click(card, button)).answered();

describe("a question of the agent", () => {
  it("is answered by a button", async () => {
    const told = await answer({ question: "Which language?", options: FEW }, (ada, card) => click(ada, card, "French"));
    expect(told).toBe("ada answers: French");
  });

  it("is answered from a menu", async () => {
    const told = await answer({ question: "Which language?", options: MANY }, async (ada, card) =>
      (await ada.select(card, "Choose one …", String(MANY.indexOf("Welsh")))).answered(),
    );
    expect(told).toBe("ada answers: Welsh");
  });

  it("is answered in a form", async () => {
    const told = await answer({ question: "Which language?", options: FEW }, async (ada, card) => {
      const { modal } = await ada.click(card, "In my own words…");
      if (modal === undefined) throw new Error("There is no form.");
      return (await ada.submit(modal, { "Or in your own words": "Latin" })).answered();
    });
    expect(told).toBe("ada answers: Latin");
  });

  it("is answered by a reply to its card", async () => {
    const told = await answer({ question: "Which language?" }, (ada, card) => {
      ada.say(card.channel, "Old English, if you can", { replyTo: card });
      return undefined;
    });
    expect(told).toBe("ada answers: Old English, if you can");
  });

  it("is answered by the next message, with the file that comes along", async () => {
    const told = await answer({ question: "Which words?" }, (ada, card) => {
      ada.say(card.channel, "These", { files: [{ name: "words.txt", content: "Hello there" }] });
      return undefined;
    });
    expect(told).toContain("ada answers: These");
    expect(told).toMatch(/Attached file words\.txt .*saved as/);
    expect(told).toContain("Hello there");
  });

  it("is answered after a restart, where the answer was given", async () => {
    const bench = await DiscordBench.start({
      agent: { startInPlanMode: true },
      responses: [calls(["ask_user", { question: "Which language?", options: FEW }])],
    });
    const { general, discord, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const thread = ada.startThread(general, "greetings");
    ada.say(thread, "Add a greeting");
    const card = await thread.next("❓ The agent asks");
    await bench.restart();
    model.says(says("French it is."), says("English it is."));
    await (await ada.click(card, "French")).answered();
    await thread.next("French it is.");
    expect(model.saw.userTexts.join("\n")).not.toContain("English");
    ada.say(thread, "And English", { replyTo: card });
    await thread.next("English it is.");
    expect(general.messages.filter(({ text }) => text.includes("it is"))).toEqual([]);
    await allIsWell(bench);
  });

  it("asks back when several wait and a message names none", async () => {
    const bench = await DiscordBench.start({ agent: { startInPlanMode: true } });
    const { general, discord, model } = bench;
    const agent = bench.bot.agentAt(general.id)?.session.agent;
    for (const question of ["Which language?", "Which file?"])
      await agent?.send({ type: "ask", question }, agent.actor);
    const ada = discord.addMember({ name: "ada" });
    const cards = [await general.next("❓ The agent asks"), await general.next("❓ The agent asks")];
    ada.say(general, "French");
    expect((await general.next("2 questions wait")).replyTo?.content).toBe("French");
    model.says(says("That is clear."), says("That as well."));
    for (const card of cards) {
      const text = card.text.includes("language") ? "Greek" : "HELLO.md";
      ada.say(general, text, { replyTo: card });
      await card.changed(/☑️ ada answered/);
    }
    await general.next("That as well.");
    const told =
      model.saw.requests
        .at(-1)
        ?.messages.map((message) => JSON.stringify(message))
        .join("\n") ?? "";
    expect(told).toContain("Greek");
    expect(told).toContain("HELLO.md");
    expect(told).not.toContain("French");
    await allIsWell(bench);
  });
});
