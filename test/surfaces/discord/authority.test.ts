import { describe, expect, it } from "vitest";
import { says } from "../../agent/bench/model.ts";
import type { DiscordBench } from "./bench.ts";
import { allIsWell, approve, GREETING, submitted } from "./reviewing.ts";

const QUICK = { ...GREETING, steps: [{ id: "check", title: "Check it", run: "true", risk: "low" }] };

const leads =
  (more: { quorum?: number; exclude_requester?: boolean } = {}) =>
  ({ discord }: DiscordBench) => ({ approvers: { from: [`role:${discord.guild.role("lead").id}`], ...more } });

describe("who may sign", () => {
  it("is who has the role at the moment of the click, by its id", async () => {
    const { bench, ada, card } = await submitted(QUICK, [says("Done.")], { agent: leads() });
    const bob = bench.discord.addMember({ name: "bob", roles: ["lead"] });
    const refused = await (await approve(ada, card)).answered(/ada is not among the approvers/);
    expect(refused.ephemeral).toBe(true);
    bob.setRoles();
    await (await approve(bob, card)).answered(/bob is not among the approvers/);
    for (const button of ["Request changes", "Reject", "Approve with…"]) {
      const told = await ada.click(card, button);
      expect(told.modal).toBeUndefined();
      await told.answered(/not among the approvers/);
    }
    bob.setRoles("lead");
    await (await approve(bob, card)).answered("You signed revision 1");
    await card.changed(/signed by bob/);
    await allIsWell(bench);
  });

  it("is two of them where two are needed, and neither counts twice, nor who asked for it", async () => {
    const { bench, ada, card } = await submitted(QUICK, [says("Done.")], {
      agent: leads({ quorum: 2, exclude_requester: true }),
    });
    const { discord } = bench;
    ada.setRoles("lead");
    const [bob, eve] = ["bob", "eve"].map((name) => discord.addMember({ name, roles: ["lead"] }));
    if (!bob || !eve) throw new Error("The members are missing.");
    expect(card.text).toContain("Needs 2 signatures");
    await (await approve(ada, card)).answered(/ada asked for this plan, so another/);
    await (await approve(bob, card)).answered("1 more signature is needed");
    await card.changed(/Revision 1 signed by bob; 1 more needed/);
    await (await approve(bob, card)).answered(/bob has signed this revision already/);
    await (await approve(eve, card)).answered(/You signed revision 1 of PLAN-\w+\.$/);
    await card.changed(/Revision 1 signed by bob, eve/);
    await card.changed(/completed|done/i);
    await allIsWell(bench);
  });

  it("is one of two who click at the same moment; the other is told who was first", async () => {
    const { bench, ada, card } = await submitted(QUICK, [says("Done.")]);
    const bob = bench.discord.addMember({ name: "bob" });
    const clicks = await Promise.all([approve(ada, card), approve(bob, card)]);
    const answers = (await Promise.all(clicks.map((click) => click.answered()))).map(({ text }) => text);
    expect(answers.filter((text) => text.includes("You signed"))).toHaveLength(1);
    expect(answers.find((text) => !text.includes("You signed"))).toMatch(/(ada|bob) has approved it already/);
    await allIsWell(bench);
  });
});

describe("a call that is asked about", () => {
  it("can be allowed by approvers only, and refused by people who may talk", async () => {
    const { bench, ada, card } = await submitted(QUICK, [], { agent: leads() });
    const agent = bench.bot.agentAt(bench.general.id);
    if (!agent) throw new Error("No agent listens.");
    const bob = bench.discord.addMember({ name: "bob", roles: ["lead"] });
    const confirm = { type: "confirm", tool: "bash", summary: "rm x", reason: "it writes" } as const;
    await agent.session.agent.send(confirm);
    const first = await bench.general.next("rm x");
    await (await ada.click(first, "Allow once")).answered(/ada is not among the approvers/);
    await (await bob.click(first, "Allow once")).answered("Your answer is recorded");
    await first.changed(/bob/);
    await agent.session.agent.send({ ...confirm, summary: "rm y" });
    const second = await bench.general.next("rm y");
    await (await ada.click(second, "Refuse")).answered("Your answer is recorded");
    await second.changed(/ada/);
    expect(card.deleted).toBe(false);
    await allIsWell(bench);
  });
});

describe("who may not talk to the agent", () => {
  it("is shown nothing and can do nothing, unless they may sign", async () => {
    const { bench, card } = await submitted(QUICK, [says("Done.")], {
      agent: (made) => ({ ...leads()(made), talk: [`role:${made.discord.guild.role("crew").id}`] }),
      roles: ["crew"],
    });
    const { discord, general } = bench;
    const mallory = discord.addMember({ name: "mallory" });
    const bob = discord.addMember({ name: "bob", roles: ["lead"] });
    for (const click of ["Approve", "Details", "Edit", "Request changes"])
      await (await mallory.click(card, click)).answered("mallory may not talk to Builder");
    for (const line of ["plan status", "plan start", "plans", "plan cancel"])
      await (await mallory.slash(general, line)).answered("mallory may not talk to Builder");
    expect(await mallory.autocomplete(general, "plan status", { plan: "" })).toEqual([]);
    await (await bob.slash(general, "plan start", { task: "mine" })).answered("bob may not talk to Builder");
    await (await bob.slash(general, "plan status")).answered("Builder");
    await (await approve(bob, card)).answered("You signed revision 1");
    await allIsWell(bench);
  });
});
