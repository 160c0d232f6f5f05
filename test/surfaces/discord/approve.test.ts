import { describe, expect, it } from "vitest";
import { says } from "../../agent/bench/model.ts";
import { allIsWell, approve, elsewhere, GREETING, idOf, submitted } from "./reviewing.ts";

const THREE = {
  title: "Three things",
  steps: [
    { id: "a", title: "First thing", run: "true", risk: "low" },
    { id: "b", title: "Second thing", run: "true", depends_on: ["a"], risk: "low" },
    { id: "c", title: "Third thing", run: "true", risk: "low" },
  ],
};

describe("Approve with…", () => {
  it("signs with notes, a model and without some steps, where the rest still holds together", async () => {
    const { bench, ada, card } = await submitted(THREE, [says("Done.")]);
    const { provider, id } = bench.model.faux.getModel();
    const { modal } = await ada.click(card, "Approve with…");
    if (!modal) throw new Error("There is no form.");
    const torn = await ada.submit(modal, {
      "Steps to leave out": ["1. First thing"],
      "Notes for the agent that runs it": "Slowly.",
    });
    await torn.answered(/🚫.*\bb\b/s);
    await torn.answered("Slowly.");
    const sent = await ada.submit(modal, {
      "Steps to leave out": ["3. Third thing"],
      ...{ Model: `${provider}/${id}`, "Notes for the agent that runs it": "Slowly." },
    });
    await sent.answered("You signed revision 1");
    await card.changed(/completed|done/i);
    for (const words of ["ada: Slowly.", "Left out: `c`", `${provider}/${id}`]) expect(card.text).toContain(words);
    await allIsWell(bench);
  });
});

describe("Approve", () => {
  it("signs nothing by one tap: the person who pressed it is asked once more, alone, for exactly that text", async () => {
    const { bench, ada, card } = await submitted(THREE, [says("Done.")]);
    const asked = await (await ada.click(card, "Approve")).answered("Do you approve revision 1");
    expect(asked.text).toContain("sha256:");
    await (await ada.click(card, "Approve")).answered("Do you approve revision 1");
    await bench.bot.settled();
    expect(card.text).toContain("Waits for a signature");
    const { desk, person } = elsewhere(bench);
    const found = await desk.plan(idOf(card));
    if (!found.ok || found.value.kind !== "standing") throw new Error("It does not stand.");
    const { text } = found.value.state.proposal;
    await desk.edit(idOf(card), text.replace("title: ", "title: Another "), person);
    await card.changed("Another");
    await (await ada.click(asked, "Approve revision 1")).answered(/changed|newer|another text|out of date|shows/i);
    expect(card.text).toContain("Waits for a signature");
  });

  it("starts it: the card never asks for a start that is not needed", async () => {
    const { bench, ada, card } = await submitted(THREE, [says("Done.")]);
    await (await approve(ada, card)).answered("You signed revision 1");
    await bench.general.next("is completed");
    await bench.bot.settled();
    expect([...card.earlier, card.text].filter((text) => text.includes("[Start]"))).toEqual([]);
    await allIsWell(bench);
  });
});

describe("words that approve", () => {
  it("are asked about on a card of their own, which signs and then shows that it did", async () => {
    const { bench, ada, card } = await submitted(THREE, [says("Done.")]);
    await bench.bot.settled();
    ada.say(bench.general, "go ahead");
    const asked = await bench.general.next("Do you approve revision 1");
    await (await ada.click(asked, "Approve")).answered("You signed revision 1");
    await asked.changed(/Its card: https:/);
    expect(asked.buttons).toEqual([]);
    await card.changed(/signed by ada/);
    await allIsWell(bench);
  });

  it("approve at once where the settings say so, also as a reply to the card", async () => {
    const { bench, ada, card } = await submitted(THREE, [says("Done.")], {
      agent: () => ({ settings: { intent_approval: "on" } }),
    });
    await bench.bot.settled();
    ada.say(bench.general, "go ahead", { replyTo: card });
    await card.changed(/signed by ada/);
    expect(card.text).toContain("By their words: go ahead");
    // An edit of the card sends no notification, and names no digest.
    const told = await bench.general.next(
      /ada signed revision 1 of PLAN-\w+ with these words \(sha256\\:[0-9a-f]{12}…\)/,
    );
    expect(told.replyTo?.content).toBe("go ahead");
    await allIsWell(bench);
  });

  it("approve nothing where the settings say so", async () => {
    const { bench, ada, card } = await submitted(GREETING, [says("I wait for the card.")], {
      agent: () => ({ settings: { intent_approval: "off" } }),
    });
    await bench.bot.settled();
    ada.say(bench.general, "go ahead");
    await bench.general.next(`A message cannot approve ${idOf(card)} here`);
    await bench.general.next("I wait for the card.");
    expect(card.text).toContain("Waits for a signature");
    await allIsWell(bench);
  });
});
