import { describe, expect, it } from "vitest";
import { answer } from "../../../src/desk/requests.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { commandLine } from "./command-line.ts";
import { copyOf } from "./copy-of.ts";
import { allIsWell, approve, elsewhere, GREETING, idOf, submitted } from "./reviewing.ts";

const QUICK = { ...GREETING, steps: [{ id: "check", title: "Check it", run: "true", risk: "low" }] };

describe("the first answer", () => {
  it("may come from the command line of another process: the card shows it, and its buttons are gone", async () => {
    const { bench, ada, card } = await submitted(QUICK, [says("Done.")]);
    const bob = bench.discord.addMember({ name: "bob" });
    const stale = await (await bob.click(card, "Details")).answered("Step 1:");
    const { modal } = await ada.click(card, "Request changes");
    if (!modal) throw new Error("There is no form.");
    const said = await commandLine(bench, ["approve", idOf(card)]);
    expect(said).toContain("You signed revision 1");
    await card.changed(/signed by carol/);
    await card.changed(/completed|1\/1/i);
    const late = await ada.submit(modal, { "What should change?": "Too late, I fear." });
    await late.answered(/carol has approved it already/);
    await late.answered("Too late, I fear.");
    expect(stale.text).toContain("Step 1:");
    expect(stale.ephemeral).toBe(true);
    await allIsWell(bench);
  });

  it("is no reason why another button of the plan is refused", async () => {
    const { bench, ada, card } = await submitted(QUICK, [says("Done.")]);
    const proposed = JSON.stringify(card.components);
    await (await approve(ada, card)).answered("You signed revision 1");
    await card.changed(/completed|1\/1/i);
    await bench.bot.settled();
    card.components = JSON.parse(proposed.replace(":approve:", ":pause:"));
    const { text } = await (await approve(ada, card)).answered();
    expect(text).toMatch(/🚫 The plan is completed, so it cannot be paused/);
    await allIsWell(bench);
  });

  it("may be a rejection elsewhere: the agent is back to normal here", async () => {
    const { bench, card } = await submitted(QUICK);
    const { desk, person } = elsewhere(bench);
    expect((await desk.send(idOf(card), { type: "reject", revision: 1, feedback: "No." }, person)).ok).toBe(true);
    await card.changed(/zoe rejected revision 1/);
    await bench.general.next("zoe rejected the plan");
    await allIsWell(bench);
  });

  it("answers a question on whichever surface, and a click on the old card is told who gave it", async () => {
    const bench = await DiscordBench.start({
      responses: [
        calls(["ask_user", { question: "Which language?", options: ["Latin", "Greek"] }]),
        says("Latin it is."),
        calls(["ask_user", { question: "Which size?", options: ["Small", "Large"] }]),
        says("Small it is."),
      ],
    });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await (await ada.slash(general, "plan start", { task: "Greet" })).answered("Planning");
    const first = await general.next("Which language?");
    const button = first.buttons.find(({ label }) => label === "Greek")?.custom_id ?? "";
    const old = first.components;
    const { desk, person } = elsewhere(bench);
    const agent = bench.bot.agentAt(general.id)?.session.agent;
    const [request] = Object.values((await agent?.state())?.requests ?? {});
    const given = await answer(desk, request?.id ?? "", { kind: "question", text: "Latin" }, person);
    expect(given.ok).toBe(true);
    await general.next("Latin it is.");
    await first.changed(/zoe/);
    first.components = old;
    await (await ada.click(first, button)).answered("zoe has answered already.");
    ada.say(general, "And?");
    const second = await general.next("Which size?");
    await (await ada.click(second, "Small")).answered("Your answer is recorded.");
    await general.next("Small it is.");
    await allIsWell(bench);
  });
});

describe("a copy of a card", () => {
  it("works as the card does, and then says where the card is", async () => {
    const { bench, ada, card } = await submitted(QUICK, [says("Done.")]);
    await bench.bot.settled();
    const copy = await copyOf(bench, card);
    await (await approve(ada, copy)).answered("You signed revision 1");
    await copy.changed(/Its card: https:/);
    expect(copy.buttons).toEqual([]);
    await card.changed(/signed by ada/);
    await allIsWell(bench);
  });

  it("of an older text says so, and where the newest is", async () => {
    const { bench, ada, card } = await submitted();
    await bench.bot.settled();
    const copy = await copyOf(bench, card);
    const { modal } = await ada.click(card, "Edit");
    if (!modal) throw new Error("There is no form.");
    const text = String(modal.fields[0]?.value).replaceAll("Write the greeting", "Write a warm greeting");
    await (await ada.submit(modal, { "The whole plan": text })).answered("You edited");
    await (await approve(ada, copy)).answered("the text was edited since");
    await copy.changed(/The newest: https:/);
    expect(copy.buttons).toEqual([]);
    await card.changed(/warm greeting/);
    await allIsWell(bench);
  });
});
