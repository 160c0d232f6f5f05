import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { allIsWell, approve, idOf, submitted } from "./reviewing.ts";

describe("/plan", () => {
  it("starts once, tells where it stands, and is cancelled", async () => {
    const bench = await DiscordBench.start({ responses: [says("What shall I plan?")] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await (await ada.slash(general, "plan status")).answered("Plan mode is off.");
    await (await ada.slash(general, "plan start")).answered("Planning. Say what should be planned.");
    await general.next("ada started planning");
    await (await ada.slash(general, "plan start", { task: "More" })).answered("Planning: the agent is read-only.");
    await (await ada.slash(general, "plan diff")).answered("This session has no plan.");
    await (await ada.slash(general, "plan cancel")).answered("Plan mode is off.");
    await general.next("ada cancelled planning");
    await (await ada.slash(general, "plan cancel")).answered(/🚫/);
    await (await ada.slash(general, "plan status", { plan: "PLAN-00000000" })).answered(/🚫/);
    await (await ada.slash(general, "plan status", { plan: "../../etc" })).answered("is not a plan's id");
    await allIsWell(bench);
  });

  it("hands a plan off, and cancels it by its name", async () => {
    const { bench, ada, card } = await submitted();
    const { general } = bench;
    await (await ada.slash(general, "plan simulate")).answered("dry run");
    await (await ada.slash(general, "plan handoff")).answered(`${idOf(card)} is kept`);
    await general.next("ada left plan mode");
    await (await ada.slash(general, "plan cancel", { plan: idOf(card) })).answered(`Cancelled ${idOf(card)}.`);
    await card.changed(/cancelled/i);
    await allIsWell(bench);
  });

  it("lists the plans that the machine of the bot remembers and that are gone", async () => {
    const { bench, ada, card } = await submitted();
    rmSync(join(bench.project.cwd, ".pi/plans"), { recursive: true });
    const gone = `1 plan that this machine remembers is gone from this project: ${idOf(card)}.`;
    await (await ada.slash(bench.general, "plans")).answered(gone);
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
    await (await approve(ada, card)).answered("You signed");
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
      `Skipped step second of ${idOf(card)}.`,
    );
    await (await ada.slash(general, "plan retry")).answered((message) => !message.text.includes("🚫"));
    await card.changed(/completed|3\/3/i);
    await (await ada.slash(general, "plan pause")).answered(/🚫/);
    await (await ada.slash(general, "plan diff")).answered();
    await allIsWell(bench);
  });

  it("pauses a run and goes on with it, by buttons and by words", async () => {
    const plan = {
      title: "Long",
      steps: [
        { id: "wait", title: "Wait for it", run: "until test -f go.txt; do sleep 0.1; done", risk: "low" },
        { id: "end", title: "The end", run: "true", depends_on: ["wait"], risk: "low" },
      ],
    };
    const { bench, ada, card } = await submitted(plan, [says("I see."), says("I see."), says("I see.")]);
    const { general, project } = bench;
    await (await approve(ada, card)).answered("You signed");
    const has = (label: string) => card.changed(({ buttons }) => buttons.some((button) => button.label === label));
    await has("Pause");
    await (await ada.click(card, "Pause")).answered(`Paused ${idOf(card)}: no new step starts. Step wait ends first.`);
    await has("Resume");
    await (await ada.click(card, "Resume")).answered(`${idOf(card)} continues.`);
    await has("Pause");
    await (await ada.slash(general, "plan pause", { now: true })).answered("Step wait is interrupted.");
    await (await ada.slash(general, "plan resume")).answered("Step wait was interrupted: decide what happens to it.");
    await ada.click(await general.next("Step wait was interrupted"), "Run it again");
    project.write("go.txt", "now\n");
    await card.changed(/completed|2\/2/i);
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
    await (await approve(ada, card)).answered("You signed");
    const asked = await general.next("Which colours?");
    const decide = (choice: string) => ada.slash(general, "plan decide", { decision: "colours", choice });
    await (await decide("Pink")).answered('Choose any of: 1 Red, 2 Blue, 3 "Green, or so".');
    await (await ada.slash(general, "plan decide", { decision: "colour", choice: "Red" })).answered("It has: colours.");
    await (await decide('"Red,Blue"')).answered("colours: Red, Blue.");
    await (await decide('red, "Green, or so"')).answered("colours: Red, Green, or so.");
    await asked.changed(/ada/);
    await card.changed(/completed|1\/1/i);
    await allIsWell(bench);
  });

  it("says which steps were done by an earlier answer to a decision", async () => {
    const plan = {
      title: "Decided twice",
      steps: [
        { id: "do", title: "Do it", run: "true", decision_id: "colour", risk: "low" },
        { id: "fail", title: "Fail", run: "false", depends_on: ["do"], risk: "low" },
      ],
      decisions: [
        {
          ...{ decision_id: "colour", header: "Colour", question: "Which colour?" },
          options: [{ label: "Red" }, { label: "Blue, or so" }],
        },
      ],
    };
    const { bench, ada, card } = await submitted(plan, [says("I see."), says("I see.")]);
    await (await approve(ada, card)).answered("You signed");
    await bench.general.next("Which colour?");
    const decide = (choice: string) => ada.slash(bench.general, "plan decide", { decision: "colour", choice });
    await (await decide("Blue, or so")).answered("colour: Blue, or so.");
    await card.changed("**Failed**");
    await (await decide("red")).answered("colour: Red. Done by an earlier answer: do.");
    await allIsWell(bench);
  });
});
