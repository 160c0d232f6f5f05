import { describe, expect, it } from "vitest";
import { findHome } from "../../../src/desk/home.ts";
import type { Actor } from "../../../src/lifecycle/actor.ts";
import { CardStore } from "../../../src/surfaces/discord/card-store.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { allIsWell, approve, GREETING } from "./reviewing.ts";

const QUICK = { ...GREETING, steps: [{ id: "check", title: "Check it", run: "true", risk: "low" }] };
const FOUR_EYES = { approvers: { from: "anyone", quorum: 1, exclude_requester: true } } as const;

/** Removes the requester from the bot's store, or replaces it. */
function rewrite({ project, general }: DiscordBench, requester?: Actor): void {
  const store = new CardStore(findHome(project.env));
  if (requester) store.setRequester(general.id, requester);
  else store.dropRequester(general.id);
  store.close();
}

describe("who asked for a plan", () => {
  it("is kept from signing it, whatever the store of cards says of them or has forgotten", async () => {
    const bench = await DiscordBench.start({ agent: FOUR_EYES });
    const { discord, general } = bench;
    const [ada, bob] = ["ada", "bob"].map((name) => discord.addMember({ name }));
    if (!ada || !bob) throw new Error("The members are missing.");
    bench.model.says(() => {
      rewrite(bench, { kind: "person", surface: "discord", id: bob.id, name: "bob", person: `discord:${bob.id}` });
      return calls(["submit_plan", { plan: QUICK }]) as never;
    });
    await (await ada.slash(general, "plan start", { task: "Greet" })).answered("Planning");
    const card = await general.next((message) => message.buttons.some(({ label }) => label === "Approve"));
    expect(card.text).toContain("by agent for ada");
    await (await approve(ada, card)).answered("ada asked for this plan");
    bench.model.says(says("Done."));
    await (await approve(bob, card)).answered("You signed revision 1");
    await allIsWell(bench);
  });

  it("is found out before a plan is proposed that they must not sign, if the agent began by itself", async () => {
    const bench = await DiscordBench.start({ agent: FOUR_EYES });
    const { discord, general } = bench;
    bench.model.says(
      calls(["enter_plan_mode", { reason: "It touches much." }]),
      () => {
        rewrite(bench);
        return calls(["submit_plan", { plan: QUICK }]) as never;
      },
      says("Is it still wanted?"),
      calls(["submit_plan", { plan: QUICK }]),
    );
    const [ada, bob] = ["ada", "bob"].map((name) => discord.addMember({ name }));
    if (!ada || !bob) throw new Error("The members are missing.");
    ada.say(general, "Rework it all.");
    await (await ada.click(await general.next("wants to plan first"), "Plan first")).answered("recorded");
    await general.next("Is it still wanted?");
    expect(bench.model.saw.results.at(-1)?.[2]).toContain("The requester of this plan is unknown");
    await bench.bot.settled();
    bob.say(general, "Yes, it is.");
    const card = await general.next((message) => message.buttons.some(({ label }) => label === "Approve"));
    expect(card.text).toContain("by agent for bob");
    await (await approve(bob, card)).answered("bob asked for this plan");
    await allIsWell(bench);
  });
});
