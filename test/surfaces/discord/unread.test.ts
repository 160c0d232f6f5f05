import { describe, expect, it } from "vitest";
import { says } from "../../agent/bench/model.ts";
import { allIsWell, approve, submitted } from "./reviewing.ts";

const LONG = `true ${"x".repeat(5000)}; touch made-by-step`;
const HIDDEN = {
  title: "Two things",
  steps: [
    { id: "a", title: "First", run: "true" },
    { id: "b", title: "Second", run: LONG },
    { id: "c", title: "Third", run: "echo 3" },
  ],
};

describe("a plan with a command that the card has no room for", () => {
  it("is signed by no button, form or message before its commands were opened", async () => {
    const { bench, ada, card } = await submitted(HIDDEN, [says("Done.")], {
      agent: () => ({ settings: { intent_approval: "on" } }),
    });
    await bench.bot.settled();
    const refused = await approve(ada, card);
    const told = await refused.answered("Not signed: 2 commands that approval runs (steps 2 to 3)");
    const { modal } = await ada.click(card, "Approve with…");
    if (!modal) throw new Error("There is no form.");
    const sent = await ada.submit(modal, { "Notes for the agent that runs it": "Slowly." });
    await sent.answered("Not signed");
    await sent.answered("Slowly.");
    ada.say(bench.general, "go ahead", { replyTo: card });
    await bench.general.next("Not signed: 2 commands");
    expect(card.text).toContain("Waits for a signature");
    // Another person's reading does not count.
    const bob = bench.discord.addMember({ name: "bob" });
    await (await bob.click(card, "What will run")).answered("Approval runs 3 commands");
    await (await approve(ada, card)).answered("Not signed");
    // Page by page, from the refusal on.
    await ada.click(told, "What will run");
    await told.changed("Too long to show here");
    expect(told.attachments[0]?.text).toBe(`${LONG}\n`);
    await ada.click(told, "▶ Commands 3");
    await told.changed("**3.** runs `echo 3`");
    await (await approve(ada, told)).answered("You signed revision 1");
    await card.changed(/completed|done/i);
    expect(bench.project.has("made-by-step")).toBe(true);
    await allIsWell(bench);
  });

  it("is signed without the steps whose commands were not opened", async () => {
    const { bench, ada, card } = await submitted(HIDDEN, [says("Done.")]);
    const details = await (await ada.click(card, "Details")).answered("Step 1: First");
    await ada.select(details, "Another step …", "3. Third");
    await details.changed("Step 3: Third");
    await (await approve(ada, card)).answered("Not signed: 1 command that approval runs (step 2)");
    const { modal } = await ada.click(card, "Approve with…");
    if (!modal) throw new Error("There is no form.");
    await (await ada.submit(modal, { "Steps to leave out": ["2. Second"] })).answered("You signed revision 1");
    await card.changed(/completed|done/i);
    expect(bench.project.has("made-by-step")).toBe(false);
    await allIsWell(bench);
  });

  it("asks again after a restart, and for every new text", async () => {
    const { bench, ada, card } = await submitted(HIDDEN);
    const details = await (await ada.click(card, "Details")).answered("Step 1: First");
    await ada.select(details, "Another step …", "2. Second");
    await details.changed("Step 2: Second");
    await ada.click(details, "Step 3 ▶");
    await details.changed("Step 3: Third");
    await bench.restart();
    await (await approve(ada, card)).answered("Not signed: 2 commands");
    const { modal } = await ada.click(card, "Edit");
    if (!modal) throw new Error("There is no form.");
    const plan = card.attachments.find(({ name }) => name.endsWith(".md"));
    const text = `${plan?.text}`.replaceAll("First", "Another");
    await (await ada.submit(modal, { "The edited plan, as a file": [{ name: "plan.md", content: text }] })).answered(
      "You edited",
    );
    await card.changed(/Another/);
    await (await approve(ada, card)).answered("Not signed: 2 commands");
    await allIsWell(bench);
  });

  it("counts only what reached the person", async () => {
    const { bench, ada, card } = await submitted({ title: "One thing", steps: [{ id: "b", title: "It", run: LONG }] });
    bench.discord.fail({ route: /^PATCH \/webhooks/, status: 500, times: 100 });
    await ada.click(card, "What will run");
    const refused = await ada.click(card, "Approve");
    bench.discord.heal();
    await refused.answered("Not signed: 1 command");
  });

  it("counts no command of a step that was left out when the card was drawn", async () => {
    const steps = [
      { id: "a", title: "First", run: LONG },
      { id: "b", title: "Second", run: "echo 2" },
    ];
    const { bench, ada, card } = await submitted({ title: "Two things", steps }, [], {
      agent: () => ({ approvers: { from: "anyone", quorum: 2 } }),
    });
    const bob = bench.discord.addMember({ name: "bob" });
    const details = await (await ada.click(card, "Details")).answered("Step 1: First");
    await ada.click(details, "Step 2 ▶");
    await details.changed("Step 2: Second");
    const { modal } = await ada.click(card, "Approve with…");
    if (!modal) throw new Error("There is no form.");
    await (await ada.submit(modal, { "Steps to leave out": ["1. First"] })).answered("You signed revision 1");
    await card.changed(/signed by ada/);
    await (await approve(bob, card)).answered();
    // The same text again, and with it the digest; the signature is gone, and with it the choice.
    for (const [from, to] of [
      ["Second", "Other"],
      ["Other", "Second"],
    ] as const) {
      const edit = await ada.click(card, "Edit");
      if (!edit.modal) throw new Error("There is no form.");
      const plan = card.attachments.find(({ name }) => name.endsWith(".md"));
      const content = `${plan?.text}`.replaceAll(from, to);
      await (await ada.submit(edit.modal, { "The edited plan, as a file": [{ name: "plan.md", content }] })).answered(
        "You edited",
      );
      await card.changed(new RegExp(to));
      await bench.bot.settled();
    }
    await (await approve(bob, card)).answered("Not signed: 2 commands");
    await allIsWell(bench);
  });
});
