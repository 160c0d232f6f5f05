import { describe, expect, it } from "vitest";
import type { LocalInteraction } from "../../../testing/discord/interaction.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell, elsewhere, GREETING, idOf, submitted } from "./reviewing.ts";

const LONG = {
  title: "A long way",
  steps: Array.from({ length: 60 }, (_, index) => ({
    ...{ id: `s${index + 1}`, title: `Step number ${index + 1}`, run: "true", risk: "low" },
    description: `Something about it that is long enough to make the whole text far too long for a form. ${index}`,
  })),
};

describe("Edit", () => {
  it("opens the plan's own text, and the submitted text is a new one without signatures", async () => {
    const { bench, ada, card } = await submitted();
    const modal = formOf(await ada.click(card, "Edit"));
    const text = String(modal.fields[0]?.value);
    expect(text).toContain("Write the greeting");
    const wrong = await ada.submit(modal, { "The whole plan": text.replace("after: write", "after: nobody") });
    await wrong.answered(/🚫.*\n• .*nobody/s);
    const kept = await wrong.answered("What you wrote");
    expect(kept.ephemeral).toBe(true);
    const sent = await ada.submit(modal, {
      "The whole plan": text.replaceAll("Write the greeting", "Write a warm greeting"),
    });
    await sent.answered(`You edited ${idOf(card)}`);
    await card.changed(/Write a warm greeting/);
    await allIsWell(bench);
  });

  it("has the text of the newest revision, and no status of an older one", async () => {
    const again = calls(["submit_plan", { plan: { ...GREETING, title: "Add a warm greeting" } }]);
    const { bench, ada, card } = await submitted(GREETING, [again]);
    const changes = formOf(await ada.click(card, "Request changes"));
    await (await ada.submit(changes, { "What should change?": "Make it warmer." })).answered("You requested changes");
    await card.changed(/Add a warm greeting/);
    const file = card.attachments.find(({ name }) => name.endsWith(".md"));
    const { fields } = formOf(await ada.click(card, "Edit"));
    for (const text of [file?.text, String(fields[0]?.value)]) {
      expect(text).toContain("Add a warm greeting");
      expect(text).not.toMatch(/^(status|revision|digest|version|updated_at):/m);
    }
    await allIsWell(bench);
  });

  it("asks for a file where the text is too long for a form", async () => {
    const { bench, ada, card } = await submitted(LONG);
    const modal = formOf(await ada.click(card, "Edit"));
    const file = card.attachments.find(({ name }) => name.endsWith(".md"));
    if (!file) throw new Error("The plan is not attached.");
    const { text } = file;
    const field = "The edited plan, as a file";
    const noText = await ada.submit(modal, {
      [field]: [{ name: "plan.md", content: Buffer.from([0xff, 0xfe, 0x80]) }],
    });
    await noText.answered("it is not text in UTF-8");
    const noPlan = await ada.submit(modal, { [field]: [{ name: "plan.md", content: Buffer.from("Just words.") }] });
    await noPlan.answered(/🚫/);
    await noPlan.answered("Just words.");
    const edited = text.replace(/Step number 7(?!\d)/g, "Step number seven");
    const sent = await ada.submit(modal, { [field]: [{ name: "plan.md", content: Buffer.from(edited) }] });
    await sent.answered("You edited");
    await card.changed(/Step number seven/);
    await allIsWell(bench);
  });

  it("pages through the details of 60 steps", async () => {
    const { bench, ada, card } = await submitted(LONG);
    const details = await (await ada.click(card, "Details")).answered("Step 1:");
    await ada.click(details, "▶ Steps 26 to 50");
    await details.changed("Step 26:");
    await ada.click(details, "▶ Steps 51 to 60");
    await details.changed("Step 51:");
    await ada.select(details, "Another step …", "60. Step number 60");
    await details.changed("Step 60:");
    await ada.click(details, "◀ Steps 26 to 50");
    await details.changed("Step 26:");
    await allIsWell(bench);
  });
});

describe("a card that shows an older text", () => {
  it("signs nothing, and is made to show the newest", async () => {
    const { bench, ada, card } = await submitted(GREETING, [says("Done.")]);
    const details = await (await ada.click(card, "Details")).answered("Step 1:");
    const form = formOf(await ada.click(card, "Approve with…"));
    const approve = card.buttons.find(({ label }) => label === "Approve")?.custom_id ?? "";
    const old = [...card.components];
    const { desk, person } = elsewhere(bench);
    const found = await desk.plan(idOf(card));
    if (!found.ok || found.value.kind !== "standing") throw new Error("There is no plan.");
    const { text } = found.value.state.proposal;
    const edited = await desk.edit(
      found.value.state.id,
      text.replaceAll("Write the greeting", "Remove it all"),
      person,
    );
    expect(edited.ok).toBe(true);
    await card.changed(/Remove it all/);
    // As a phone shows it that has not got the edit yet.
    const fresh = card.components;
    card.components = old;
    const stale = await ada.click(card, approve);
    card.components = fresh;
    await stale.answered(/older text of PLAN-\w+: the text was edited since/);
    await (await ada.submit(form, { "Notes for the agent that runs it": "Mind the gap." })).answered("Mind the gap.");
    await ada.click(details, "Comment on this step").then((click) => click.answered("older text"));
    const now = await desk.plan(idOf(card));
    expect(now.ok && now.value.kind === "standing" && now.value.state.status).toBe("proposed");
    await allIsWell(bench);
  });
});

function formOf({ modal, what }: LocalInteraction) {
  if (modal === undefined) throw new Error(`${what} opened no form.`);
  return modal;
}
