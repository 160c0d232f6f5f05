import { describe, expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell, GREETING, idOf, submitted } from "./reviewing.ts";

const BETTER = { ...GREETING, title: "Add a better greeting" };

describe("a plan that is sent back", () => {
  it("is revised by what the form says of it and of single steps, on the same card", async () => {
    const { bench, ada, card } = await submitted(GREETING, [calls(["submit_plan", { plan: BETTER }]), says("Done.")]);
    const asked = await ada.click(card, "Request changes");
    const { modal } = asked;
    if (!modal) throw new Error("There is no form.");
    const sent = await ada.submit(modal, {
      "What should change?": "Be warmer.",
      "Comments on single steps": "1: in Latin\ncheck: also its size\nand more",
    });
    await sent.answered("You requested changes");
    await card.changed(/revision 2/);
    expect(card.text).toContain("Add a better greeting");
    for (const words of ["Be warmer.", "step write: in Latin", "step check: also its size", "and more"])
      expect(bench.model.saw.userTexts.find((text) => text.startsWith("Changes are requested"))).toContain(words);
    expect(bench.general.messages.filter(({ buttons }) => buttons.some(({ label }) => label === "Approve"))).toEqual([
      card,
    ]);
    await allIsWell(bench);
  });

  it("is revised by a reply to its card", async () => {
    const { bench, ada, card } = await submitted(GREETING, [calls(["submit_plan", { plan: BETTER }]), says("Done.")]);
    await bench.bot.settled();
    ada.say(bench.general, "Say it in Latin.", { replyTo: card });
    await card.changed(/revision 2/);
    expect(bench.model.saw.userTexts.find((text) => text.includes("by ada: Say it in Latin."))).toBeDefined();
    await allIsWell(bench);
  });

  it("is revised by a comment on one step of its details", async () => {
    const { bench, ada, card } = await submitted(GREETING, [says("I see.")]);
    const details = await (await ada.click(card, "Details")).answered("Step 1: Write the greeting");
    const second = await ada.select(details, "Another step …", "2. Check it");
    expect(second.acknowledged).toBe("deferred update");
    await details.changed("Step 2: Check it");
    const { modal } = await ada.click(details, "Comment on this step");
    if (!modal) throw new Error("There is no form.");
    expect(modal.text).toContain("Check it");
    await (await ada.submit(modal, { "What should change?": "Check the words, too." })).answered("requested");
    await card.changed(/check.*Check the words, too\./s);
    await allIsWell(bench);
  });
});

describe("a plan that is rejected", () => {
  it("keeps the reason, and the agent is back to normal", async () => {
    const { bench, ada, card } = await submitted();
    const { modal } = await ada.click(card, "Reject");
    if (!modal) throw new Error("There is no form.");
    await (await ada.submit(modal, { "Why?": "Not this year." })).answered(`You rejected ${idOf(card)}`);
    await card.changed(/Not this year\./);
    await bench.general.next("ada rejected the plan");
    expect(card.buttons.map(({ label }) => label)).toEqual(["Clone", "Details"]);
    await allIsWell(bench);
  });
});
