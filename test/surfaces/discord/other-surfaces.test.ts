import { describe, expect, it } from "vitest";
import { answer } from "../../../src/desk/requests.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { commandLine } from "./command-line.ts";
import { allIsWell, approve, elsewhere, GREETING, idOf, submitted } from "./reviewing.ts";

const QUICK = { ...GREETING, steps: [{ id: "check", title: "Check it", run: "true", risk: "low" }] };

const leads = ({ discord }: DiscordBench) => ({
  approvers: { from: [`role:${discord.guild.role("lead").id}`], quorum: 2 },
});

describe("approvers of an agent", () => {
  it("are asked for on the command line as well: no other person signs, or sends the plan back", async () => {
    const { bench, card } = await submitted(QUICK, [says("Done.")], { agent: leads });
    const lead = bench.discord.guild.role("lead").id;
    const [bob, eve] = ["bob", "eve"].map((name) => bench.discord.addMember({ name, roles: ["lead"] }));
    if (!bob || !eve) throw new Error("The members are missing.");
    expect(await commandLine(bench, ["approve", idOf(card)])).toContain(`not among the approvers: role:${lead}`);
    expect(await commandLine(bench, ["reject", idOf(card)])).toContain("not among the approvers");
    expect(await commandLine(bench, ["request-changes", idOf(card), "-m", "No."])).toContain("not among the approvers");
    expect(card.text).toContain("Needs 2 signatures");
    // Who was given the role with their token is one of them there.
    expect(await commandLine(bench, ["approve", idOf(card)], [lead])).toContain("1 more signature is needed");
    await card.changed(/signed by carol; 1 more needed/);
    await (await approve(eve, card)).answered(/You signed revision 1 of PLAN-\w+\.$/);
    await card.changed(/signed by carol, eve/);
    await allIsWell(bench);
  });

  it("are asked for in the channel of another agent of the same project, which has none", async () => {
    const bench = await DiscordBench.prepare({ responses: [calls(["submit_plan", { plan: QUICK }]), says("Done.")] });
    const { discord, general } = bench;
    const other = discord.guild.addChannel("other");
    await bench.startBot([
      bench.agentConfig(general, leads(bench)),
      bench.agentConfig(other, { name: "Other", path: "agents[1]" }),
    ]);
    const [ada, mallory] = ["ada", "mallory"].map((name) => discord.addMember({ name }));
    if (!ada || !mallory) throw new Error("The members are missing.");
    await (await ada.slash(general, "plan start", { task: "Greet" })).answered("Planning");
    const card = await general.next((message) => message.buttons.some(({ label }) => label === "Approve"));
    await (await mallory.slash(other, "plan status", { plan: idOf(card) })).answered(idOf(card));
    const there = await other.next((message) => message.buttons.some(({ label }) => label === "Approve"));
    expect(there.text).toContain("Needs 2 signatures");
    for (const button of ["Approve", "Request changes", "Reject", "Approve with…"]) {
      const told = await mallory.click(there, button);
      expect(told.modal).toBeUndefined();
      await told.answered(/mallory is not among the approvers/);
    }
    await allIsWell(bench);
  });

  it("allow a call that their agent asks about, and no other surface does", async () => {
    const { bench, card } = await submitted(QUICK, [], { agent: leads });
    const agent = bench.bot.agentAt(bench.general.id)?.session.agent;
    await agent?.send({ type: "confirm", tool: "bash", summary: "rm x", reason: "it writes" });
    const asked = await bench.general.next("rm x");
    const { desk, person } = elsewhere(bench);
    const [request] = Object.values((await agent?.state())?.requests ?? {});
    const given = await answer(desk, request?.id ?? "", { kind: "confirmation", allow: true }, person);
    expect(given).toMatchObject({ ok: false, refusal: { kind: "not_an_approver" } });
    const bob = bench.discord.addMember({ name: "bob", roles: ["lead"] });
    await (await bob.click(asked, "Allow once")).answered("Your answer is recorded");
    await asked.changed(/bob/);
    expect(card.deleted).toBe(false);
    await allIsWell(bench);
  });
});
