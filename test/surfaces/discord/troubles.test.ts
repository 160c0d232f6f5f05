import { describe, expect, it } from "vitest";
import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { MovableClock } from "../../agent/bench/movable-clock.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { approve } from "./reviewing.ts";

const PLAN = {
  title: "Three things",
  steps: ["a", "b", "c"].map((id) => ({ id, title: `Thing ${id}`, run: "true", risk: "low" })),
};
const submit = calls(["submit_plan", { plan: PLAN }]);

async function proposed(bench: DiscordBench, place = bench.general): Promise<{ ada: LocalMember; card: LocalMessage }> {
  const ada = bench.discord.guild.members[0] ?? bench.discord.addMember({ name: "ada" });
  await (await ada.slash(place, "plan start", { task: "Three things" })).answered("Planning");
  return { ada, card: await place.next(/Three things[\s\S]*Approve/) };
}

describe("a thread that Discord has archived", () => {
  it("is opened again when the card in it changes", async () => {
    const bench = await DiscordBench.start({ responses: [submit, says("Done.")] });
    const { discord, general } = bench;
    const thread = discord.addMember({ name: "ada" }).startThread(general, "three");
    const { ada, card } = await proposed(bench, thread);
    await bench.bot.settled();
    discord.guild.archive(thread);
    await (await ada.slash(general, "plan cancel")).answered();
    await card.changed(/cancelled|rejected/i);
    expect(thread.archived).toBe(false);
    await allIsWell(bench);
  });

  it("has a card that works after a restart", async () => {
    const bench = await DiscordBench.start({ responses: [submit, says("Done.")] });
    const { discord, general } = bench;
    const thread = discord.addMember({ name: "ada" }).startThread(general, "three");
    const { ada, card } = await proposed(bench, thread);
    await bench.bot.close();
    discord.guild.archive(thread);
    await bench.startBot();
    await (await approve(ada, card)).answered("You signed revision 1");
    await card.changed("**Completed**");
    await allIsWell(bench);
  });

  it("is left alone if it is locked: the card is in the agent's own channel then", async () => {
    const bench = await DiscordBench.start({ responses: [submit, says("Done.")] });
    const { discord, general } = bench;
    const thread = discord.addMember({ name: "ada" }).startThread(general, "three");
    const { ada, card } = await proposed(bench, thread);
    await bench.bot.settled();
    discord.guild.archive(thread, { locked: true });
    await bench.bot.agentAt(general.id)?.cards.settled();
    await (await approve(ada, card)).answered("You signed revision 1");
    const other = await general.next("Three things");
    await other.changed("**Completed**");
    await allIsWell(bench);
  });
});

describe("a bad day", () => {
  it("of limits: two requests a second on each route, and everything comes in the end, once", async () => {
    const bench = await DiscordBench.start({
      ...{ responses: [submit, says("Done.")], discord: { bucket: { limit: 2, windowMs: 1_000 } } },
    });
    const { ada, card } = await proposed(bench);
    for (let index = 0; index < 3; index++) await (await ada.slash(bench.general, "plan status")).answered();
    await (await approve(ada, card)).answered("You signed revision 1");
    await card.changed("**Completed**");
    await allIsWell(bench);
    const said = bench.general.messages.map(({ text }) => text);
    expect(said.filter((text) => text.includes("is completed"))).toHaveLength(1);
  });

  it("of failures: missed messages are found though Discord does not return them at once", async () => {
    const bench = await DiscordBench.start({ responses: [says("One.")] });
    const { discord, general, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "First");
    await general.next("One.");
    await bench.bot.close();
    ada.say(general, "Said while it was away");
    model.says(says("Two."));
    discord.fail({ route: "GET /channels/:channel/messages", status: 503, times: 9 });
    const starting = bench.startBot();
    await discord.online();
    ada.say(general, "Said when it was back");
    await starting;
    await general.next("Two.");
    await bench.bot.settled();
    expect(model.saw.userTexts.join()).toMatch(/Said while it was away[\s\S]*Said when it was back/);
  });

  it("of failures that do not end: it can be stopped, and the next one finds the missed messages", async () => {
    const bench = await DiscordBench.start({ responses: [says("One."), says("Two.")] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "First");
    await general.next("One.");
    await bench.bot.settled();
    discord.fail({ route: "GET /channels/:channel/messages", status: 503, times: 1_000 });
    const before = discord.requests.length;
    await discord.drop({ resumable: false });
    ada.say(general, "Second");
    await discord.asked((request) => request.status === 503 && discord.requests.indexOf(request) >= before);
    await bench.bot.close();
    discord.heal();
    await bench.startBot();
    await general.next("Two.");
    await bench.bot.settled();
    expect(bench.model.saw.userTexts).toHaveLength(2);
  });

  it("of slowness: a reply after a quarter of an hour is only logged, and the signature counts", async () => {
    const clock = new MovableClock();
    const bench = await DiscordBench.start({ responses: [submit, says("Done.")], discord: { clock } });
    const { ada, card } = await proposed(bench);
    await bench.bot.settled();
    const agent = bench.bot.agentAt(bench.general.id);
    if (!agent) throw new Error("No agent listens.");
    const { desk } = agent;
    const plan = desk.plan.bind(desk);
    const held = Promise.withResolvers<void>();
    const asked = await (await ada.click(card, "Approve")).answered("Do you approve revision 1");
    desk.plan = (id) => held.promise.then(() => plan(id));
    await ada.click(asked, "Approve revision 1");
    clock.forward({ minutes: 16 });
    desk.plan = plan;
    held.resolve();
    await card.changed("signed by ada");
    await card.changed("**Completed**");
    await bench.bot.settled();
    expect(bench.log).toEqual([expect.stringContaining("Invalid Webhook Token")]);
  });
});

describe("a card", () => {
  it("that is deleted while it follows a run comes back once", async () => {
    const bench = await DiscordBench.start({ responses: [submit, says("Done.")] });
    const { ada, card } = await proposed(bench);
    await bench.bot.settled();
    ada.delete(card);
    await (await ada.slash(bench.general, "plan status")).answered();
    const again = await bench.general.next(/Three things[\s\S]*Approve/);
    await (await approve(ada, again)).answered("You signed revision 1");
    ada.delete(again);
    await bench.general.next("is completed");
    await allIsWell(bench);
    const cards = bench.general.messages.filter(({ attachments }) => attachments.length > 0);
    expect(cards.length).toBeLessThanOrEqual(1);
  });
});
