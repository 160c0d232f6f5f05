import { fauxAssistantMessage } from "@earendil-works/pi-ai";
import { describe, expect, it } from "vitest";
import type { LocalInteraction } from "../../../testing/discord/interaction.ts";
import { says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { allIsWell, elsewhere, GREETING, idOf, submitted } from "./reviewing.ts";

describe("/plans", () => {
  it("lists all, a page at a time, in one message", async () => {
    const bench = await DiscordBench.start();
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await (await ada.slash(general, "plans")).answered("No plans yet");
    const { desk, person } = elsewhere(bench);
    for (let index = 1; index <= 18; index += 1) {
      const made = await desk.propose({ ...GREETING, title: `Greeting number ${index}.` }, person);
      expect(made.ok).toBe(true);
    }
    const list = await (await ada.slash(general, "plans")).answered("Plans (18)");
    expect(list.text).toContain("Greeting number 18.");
    const older = await ada.click(list, "Older plans");
    expect(older.acknowledged).toBe("deferred update");
    await list.changed("Greeting number 1.");
    expect(list.buttons).toEqual([]);
    const named = await ada.autocomplete(general, "plan status", { plan: "number 7." });
    expect(named.map(({ name }) => name)).toEqual([expect.stringContaining("Greeting number 7.")]);
    await allIsWell(bench);
  });
});

describe("what is not for the bot", () => {
  it("is said to be so: channels without an agent, buttons of another time", async () => {
    const { bench, ada, card } = await submitted();
    const { discord } = bench;
    const quiet = discord.guild.addChannel("quiet");
    await (await ada.slash(quiet, "plan status")).answered("No agent listens in this channel.");
    expect(await ada.autocomplete(quiet, "plan status", { plan: "" })).toEqual([]);
    const button = card.buttons[0] as { custom_id: string } | undefined;
    if (!button) throw new Error("There is no button.");
    const ours = button.custom_id;
    for (const id of [
      "cs9:approve:all",
      "cs1:approve:PLAN-00000000:1:short",
      "cs1:explode:x",
      "cs1:choose:nobody/question-1:0",
      "x",
    ]) {
      button.custom_id = id;
      await (await ada.click(card, id)).answered(/🚫/);
    }
    button.custom_id = ours;
    await allIsWell(bench);
  });
});

describe("an answer within three seconds", () => {
  it("comes while the disk is slow: nothing is looked up first, and a form that is late is asked for again", async () => {
    const { bench, ada, card } = await submitted(GREETING, [says("I see.")]);
    const { discord, general } = bench;
    const agent = bench.bot.agentAt(general.id);
    if (!agent) throw new Error("No agent listens.");
    const details = await (await ada.click(card, "Details")).answered("Step 1:");
    const { desk } = agent;
    const plan = desk.plan.bind(desk);
    const held = Promise.withResolvers<void>();
    desk.plan = (id) => held.promise.then(() => plan(id));
    discord.latencyMs = 600;
    const form = ada.click(card, "Request changes");
    const clicks = await Promise.all([
      ada.slash(general, "plan status", { plan: idOf(card) }),
      ada.select(details, "Another step …", "2. Check it"),
      ada.click(card, "Approve"),
      form,
    ]);
    expect(clicks.map(({ acknowledged }) => acknowledged)).toEqual([
      "deferred reply",
      "deferred update",
      "deferred reply",
      "reply",
    ]);
    await (await form).answered("That took too long, so nothing was done.");
    expect(await ada.autocomplete(general, "plan retry", { step: "" })).toEqual([]);
    held.resolve();
    discord.latencyMs = 0;
    const asked = await clicks[2]?.answered("Do you approve revision 1");
    if (asked) await (await ada.click(asked, "Approve revision 1")).answered("You signed revision 1");
    await details.changed("Step 2:");
    expect(Math.max(...discord.interactions.map(lateness))).toBeLessThan(3000);
    await allIsWell(bench);
  });

  it("comes while the model works", async () => {
    const thinking = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { bench, ada, card } = await submitted(GREETING, [
      async () => {
        begun.resolve();
        await thinking.promise;
        return fauxAssistantMessage("At last.");
      },
    ]);
    const { general } = bench;
    await bench.bot.settled();
    ada.say(general, "What do you think of it?");
    await begun.promise;
    await (await ada.slash(general, "plan status")).answered("A plan waits for its review");
    await (await ada.slash(general, "plan start")).answered("A plan waits for its review");
    await (await ada.click(card, "Details")).answered("Step 1:");
    const { modal } = await ada.click(card, "Reject");
    if (!modal) throw new Error("There is no form.");
    await (await ada.submit(modal, {})).answered("You rejected");
    thinking.resolve();
    await card.changed(/rejected/i);
    await allIsWell(bench);
  });
});

function lateness({ acknowledgedAfterMs = Infinity }: LocalInteraction): number {
  return acknowledgedAfterMs;
}
