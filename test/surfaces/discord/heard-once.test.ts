import { describe, expect, it } from "vitest";
import { findHome } from "../../../src/desk/home.ts";
import { CardStore } from "../../../src/surfaces/discord/card-store.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { startBotProcess } from "./bot-process.ts";
import { ownCache } from "./own-cache.ts";
import { GREETING, submitted } from "./reviewing.ts";

const SLOW = { tokensPerSecond: 4 };
const LONG = says("I think about it for quite a while, because there is so much to be said about it, and more.");

/** How often the model was told these words. */
function times({ model }: DiscordBench, words: string): number {
  return model.saw.userTexts.filter((text) => text.includes(words)).length;
}

describe("what is said to a bot that is killed", () => {
  it("is heard by the next one if this one had only begun to", async () => {
    ownCache();
    const bench = await DiscordBench.prepare();
    const { discord, general, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const first = await startBotProcess(bench, [says("Hello.")]);
    ada.say(general, "Hi");
    await general.next("Hello.");
    discord.latencyMs = 10_000;
    ada.say(general, "What is in it?", { files: [{ name: "notes.txt", content: "Nothing." }] });
    await discord.asked(({ path }) => path.endsWith("/notes.txt"));
    await first.kill();
    discord.heal();
    model.says(says("Nothing at all."));
    await bench.startBot();
    await general.next("Nothing at all.");
    expect(times(bench, "What is in it?")).toBe(1);
    await allIsWell(bench);
  });

  it("is heard by the next one though the session of this one was never written", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const first = await startBotProcess(bench, [LONG], SLOW);
    ada.say(general, "What do you think?");
    await general.next("I think");
    await first.kill();
    model.says(says("It is fine."));
    await bench.startBot();
    await general.next("It is fine.");
    expect(times(bench, "What do you think?")).toBe(1);
    await allIsWell(bench);
  });

  it("is not begun again if this one was at work on it: the channel is told, once", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const first = await startBotProcess(bench, [says("Hello."), LONG], SLOW);
    ada.say(general, "Hi");
    const hello = await general.next("Hello");
    await hello.changed("Hello.");
    ada.say(general, "What do you think?");
    await general.next("I think");
    await first.kill();
    await bench.startBot();
    await general.next("I was stopped before I had finished.");
    await bench.restart();
    model.says(says("It is fine."));
    ada.say(general, "Go on");
    await general.next("It is fine.");
    expect(times(bench, "What do you think?")).toBe(1);
    expect(general.messages.filter(({ text }) => text.includes("I was stopped"))).toHaveLength(1);
    await allIsWell(bench);
  });

  it("has its answer, though its end was never sent", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    const first = await startBotProcess(bench, [says("Hello.")]);
    // The answer is in the session, and Discord does not take it.
    discord.fail({ route: "POST /channels/:channel/messages", status: 503, times: 100 });
    ada.say(general, "Hi");
    await discord.asked((request) => request.route === "POST /channels/:channel/messages");
    await first.kill();
    discord.heal();
    await bench.startBot();
    await general.next("Hello.");
    await bench.restart();
    expect(general.messages.filter(({ author }) => author.bot).map(({ text }) => text)).toEqual(["Hello."]);
    await allIsWell(bench);
  });

  it("is the task of a plan that it was asked to make", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const first = await startBotProcess(bench, [LONG], SLOW);
    await ada.slash(general, "plan start", { task: "Greet the reader" });
    await general.next("I think");
    await first.kill();
    model.says(says("A greeting, then."));
    await bench.startBot();
    await general.next("A greeting, then.");
    expect(times(bench, "Greet the reader")).toBe(1);
    await allIsWell(bench);
  });
});

/** As it is after a crash between an answer and the note that the words are dealt with. */
function asIfTaken({ project, general }: DiscordBench, { id }: LocalMessage, meant: string): void {
  const store = new CardStore(findHome(project.env));
  store.inbox.take({ id, owner: general.id, channel: general.id, isCommand: false });
  store.inbox.mean(id, meant);
  store.close();
}

describe("an answer just before the bot was killed", () => {
  it("answers the question once", async () => {
    const question = calls(["ask_user", { question: "Which colour?", options: ["red", "blue"] }]);
    const bench = await DiscordBench.start({ responses: [question, says("Blue it is."), says("Once too often.")] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await ada.slash(general, "plan start", { task: "Paint it" });
    await general.next("Which colour?");
    const [request] = Object.keys((await bench.bot.agentAt(general.id)?.session.agent.state())?.requests ?? {});
    const said = ada.say(general, "blue");
    await general.next("Blue it is.");
    await bench.bot.close();
    asIfTaken(bench, said, request ?? "");
    await bench.startBot();
    await allIsWell(bench);
    expect(times(bench, "blue\n</message>")).toBe(0);
    expect(general.transcript).not.toContain("Once too often.");
  });

  it("asks for the changes once", async () => {
    const better = calls(["submit_plan", { plan: { ...GREETING, summary: "Better." } }]);
    const { bench, ada, card } = await submitted(GREETING, [better, says("Once too often.")]);
    const said = ada.say(bench.general, "Make it better.", { replyTo: card });
    await card.changed("revision 2");
    const plan = await bench.bot.agentAt(bench.general.id)?.session.agent.plan();
    const [review] = Object.keys(plan?.requests ?? {});
    await bench.bot.close();
    asIfTaken(bench, said, review ?? "");
    await bench.startBot();
    await allIsWell(bench);
    expect(card.text).toContain("revision 2");
    expect(bench.general.transcript).not.toContain("Once too often.");
  });
});
