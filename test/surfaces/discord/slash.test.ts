import { describe, expect, it } from "vitest";
import { says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { allIsWell, idOf, submitted } from "./reviewing.ts";

describe("/plan", () => {
  it("starts once, tells where it stands, and is cancelled", async () => {
    const bench = await DiscordBench.start({ responses: [says("What shall I plan?")] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await (await ada.slash(general, "plan status")).answered("Plan mode is off.");
    await (await ada.slash(general, "plan start")).answered("Planning. Say what should be planned.");
    await general.next("ada started planning");
    await (await ada.slash(general, "plan start", { task: "More" })).answered("Planning: the agent can read");
    await (await ada.slash(general, "plan diff")).answered("This agent has no plan.");
    await (await ada.slash(general, "plan cancel")).answered("Plan mode is off.");
    await general.next("ada cancelled planning");
    await (await ada.slash(general, "plan cancel")).answered(/🚫/);
    await (await ada.slash(general, "plan status", { plan: "PLAN-00000000" })).answered(/🚫/);
    await (await ada.slash(general, "plan status", { plan: "../../etc" })).answered("There is no plan ../../etc");
    await allIsWell(bench);
  });

  it("hands a plan off, and cancels it by its name", async () => {
    const { bench, ada, card } = await submitted();
    const { general } = bench;
    await (await ada.slash(general, "plan simulate")).answered("what would happen");
    await (await ada.slash(general, "plan handoff")).answered(`${idOf(card)} is kept`);
    await general.next("ada left plan mode");
    await (await ada.slash(general, "plan cancel", { plan: idOf(card) })).answered(`${idOf(card)} is cancelled`);
    await card.changed(/cancelled/i);
    await allIsWell(bench);
  });

  it("steers a run: what failed is retried, skipped, paused, and goes on", async () => {
    const plan = {
      title: "Steered",
      steps: [
        { id: "first", title: "Needs a file", run: "test -f ready.txt", risk: "low" },
        { id: "second", title: "Never works", run: "false", depends_on: ["first"], risk: "low" },
        { id: "third", title: "The end", run: "true", depends_on: ["second"], risk: "low" },
      ],
    };
    const { bench, ada, card } = await submitted(
      plan,
      Array.from({ length: 6 }, () => says("I see.")),
    );
    const { general, project } = bench;
    await (await ada.click(card, "Approve")).answered("You signed");
    await card.changed((message) => message.buttons.some(({ label }) => label === "Retry step 1"));
    const steps = await ada.autocomplete(general, "plan retry", { step: "needs" });
    expect(steps).toEqual([{ name: "1. Needs a file (failed)", value: "first" }]);
    expect(await ada.autocomplete(general, "plan skip", { step: "" })).toHaveLength(3);
    project.write("ready.txt", "now\n");
    await (await ada.slash(general, "plan retry", { step: "first" })).answered(
      (message) => !message.text.includes("🚫"),
    );
    await card.changed((message) => message.buttons.some(({ label }) => label === "Skip step 2"));
    const { modal } = await ada.click(card, "Skip step 2");
    expect(modal?.text).toContain("Never works");
    await (await ada.slash(general, "plan skip", { step: "second", reason: "It never works." })).answered(
      "Step second is skipped",
    );
    await (await ada.slash(general, "plan retry")).answered((message) => !message.text.includes("🚫"));
    await card.changed(/completed|3\/3/i);
    await (await ada.slash(general, "plan pause")).answered(/🚫/);
    await (await ada.slash(general, "plan diff")).answered();
    await allIsWell(bench);
  });

  it("takes a decision, with what there is to choose from", async () => {
    const plan = {
      title: "Decided",
      steps: [{ id: "do", title: "Do it", run: "true", decision_id: "colours", risk: "low" }],
      decisions: [
        {
          ...{ decision_id: "colours", header: "Colours", question: "Which colours?", multi_select: true },
          options: [{ label: "Red" }, { label: "Blue" }, { label: "Green, or so" }],
        },
      ],
    };
    const { bench, ada, card } = await submitted(plan, [says("I see."), says("I see.")]);
    const { general } = bench;
    const suggest = (options: Record<string, string>) => ada.autocomplete(general, "plan decide", options);
    expect(await suggest({ decision: "col" })).toEqual([{ name: "colours: Colours", value: "colours" }]);
    expect(await suggest({ decision: "colours", choice: "re" })).toEqual([
      { name: "Red", value: "Red" },
      { name: "Green, or so", value: "3" },
    ]);
    expect(await suggest({ decision: "colours", choice: "Red, gre" })).toEqual([
      { name: "Red, Green, or so", value: "Red, 3" },
    ]);
    expect((await suggest({ decision: "colours", choice: "", plan: idOf(card).slice(0, 7) })).length).toBeGreaterThan(
      0,
    );
    await (await ada.click(card, "Approve")).answered("You signed");
    const asked = await general.next("Which colours?");
    const decide = (choice: string) => ada.slash(general, "plan decide", { decision: "colours", choice });
    await (await decide("Pink")).answered("Options: Red, Blue, Green, or so.");
    await (await decide("Red, 3")).answered("colours: Red, Green, or so.");
    await asked.changed(/ada/);
    await card.changed(/completed|1\/1/i);
    await allIsWell(bench);
  });
});
