import { describe, expect, it } from "vitest";
import type { Ping } from "../../../src/surfaces/discord/config/discord-config.ts";
import { calls } from "../../agent/bench/model.ts";
import type { DiscordBench } from "./bench.ts";
import { GREETING, submitted } from "./reviewing.ts";

/** Every message of the bot that pinged, with whom. */
function pinged({ general }: DiscordBench): string[][] {
  return general.messages.filter(({ author, pings }) => author.bot && pings.length > 0).map(({ pings }) => pings);
}

const approvers = ({ discord }: DiscordBench) => ({ from: [`role:${discord.guild.role("lead").id}`] });

describe("a plan that waits for a signature", () => {
  it("pings those who may sign, once for each text, and no person that its text mentions", async () => {
    const mallory = "<@100000000000000077>";
    const words = `@everyone @here ${mallory}`;
    const tricky = { ...GREETING, title: `Greet ${words}`, summary: words, questions: [words] };
    const steps = [{ id: "a", title: words, run: `echo ${words}`, description: words }];
    const again = calls(["submit_plan", { plan: { ...tricky, steps } }]);
    const { bench, ada, card } = await submitted(tricky, [again], {
      agent: (bench) => ({ ping: "approvers", approvers: approvers(bench) }),
      roles: ["lead"],
    });
    expect(pinged(bench)).toEqual([["@lead"]]);
    ada.say(bench.general, "Make it warmer.", { replyTo: card });
    const told = await bench.general.next(/Revision 2 of .* waits for a signature/);
    expect(told.pings).toEqual(["@lead"]);
    await bench.bot.settled();
    expect(pinged(bench)).toEqual([["@lead"], ["@lead"]]);
  });

  it("pings the person who asked for it, where anyone may sign", async () => {
    const { bench, card } = await submitted(GREETING, [], { agent: () => ({ ping: "approvers" }) });
    expect(card.pings).toEqual(["@ada"]);
    expect(pinged(bench)).toHaveLength(1);
  });

  it("pings the requester never, where they may not sign", async () => {
    const { card } = await submitted(GREETING, [], {
      agent: () => ({ ping: "approvers", approvers: { from: "anyone", exclude_requester: true } }),
    });
    expect(card.pings).toEqual([]);
  });

  it.each<[string, (bench: DiscordBench) => Ping, string[]]>([
    ["no person", () => "none", []],
    ["others", ({ discord }) => [`role:${discord.guild.role("on-call").id}`], ["@on-call"]],
  ])("pings %s, where the settings say so", async (_, ping, expected) => {
    const { card } = await submitted(GREETING, [], {
      agent: (bench) => ({ ping: ping(bench), approvers: approvers(bench) }),
    });
    expect(card.pings).toEqual(expected);
  });
});
