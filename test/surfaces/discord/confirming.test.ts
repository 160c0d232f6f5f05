import { describe, expect, it, vi } from "vitest";
import { afterTest } from "../../agent/bench/after-test.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { approve } from "./reviewing.ts";

/** Without a sandbox nothing holds a command to the files of its step: a person is asked. */
async function askedForCommand() {
  const bench = await DiscordBench.start({
    agent: { settings: { sandbox: "off" } },
    responses: [
      calls([
        "submit_plan",
        { plan: { title: "A note", steps: [{ id: "note", title: "Note it", tools: ["bash"], files: ["NOTE.md"] }] } },
      ]),
      calls("I write it.", ["bash", { command: "echo '@everyone ```' > NOTE.md" }]),
      calls(["report_step", { step_id: "note", outcome: "done", notes: "as far as I could" }]),
      says("That was it."),
    ],
  });
  const { general, discord } = bench;
  const ada = discord.addMember({ name: "ada" });
  await (await ada.slash(general, "plan start", { task: "Write a note" })).answered();
  const plan = await general.next("A note");
  await (await approve(ada, plan)).answered();
  const card = await general.next("🔐 May bash be used?");
  return { bench, ada, plan, card };
}

describe("a call that a person has to allow", () => {
  it("is shown whole, and runs once it is allowed", async () => {
    const { bench, ada, plan, card } = await askedForCommand();
    expect(card.text).toContain("NOTE.md");
    expect(bench.project.has("NOTE.md")).toBe(false);
    await (await ada.click(card, "Allow once")).answered();
    await plan.changed(/completed|done/i);
    await card.changed(/☑️ ada allowed it/);
    expect(bench.project.read("NOTE.md")).toBe("@everyone ```\n");
    await allIsWell(bench);
  });

  it("does not run if it is denied, and the model is told what to do instead", async () => {
    const { bench, ada, card } = await askedForCommand();
    const { modal } = await ada.click(card, "Refuse, and say what to do instead…");
    if (modal === undefined) throw new Error("There is no form.");
    await (await ada.submit(modal, { "Why, or what to do instead?": "use another file" })).answered();
    await card.changed(/☑️ ada refused it/);
    await bench.general.next("That was it.");
    const [name, isError, text] = bench.model.saw.results.find(([tool]) => tool === "bash") ?? [];
    expect([name, isError]).toEqual(["bash", true]);
    expect(text).toContain("ada refused this call");
    expect(text).toContain("They say: use another file");
    expect(bench.project.has("NOTE.md")).toBe(false);
    await allIsWell(bench);
  });

  it("is not answered by words in the channel", async () => {
    const { bench, ada, card } = await askedForCommand();
    const { general, project } = bench;
    ada.say(general, "yes", { replyTo: card });
    await general.next("Answer this request with the buttons");
    expect(project.has("NOTE.md")).toBe(false);
    await (await ada.click(card, "Refuse")).answered();
    await general.next("That was it.");
    expect(project.has("NOTE.md")).toBe(false);
    await allIsWell(bench);
  });

  it("is withdrawn when the bot ends", async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown) => warnings.push(warning);
    for (const event of ["warning", "unhandledRejection"]) process.on(event, note);
    const error = vi.spyOn(console, "error").mockImplementation(note);
    afterTest(() => {
      for (const event of ["warning", "unhandledRejection"]) process.off(event, note);
      error.mockRestore();
    });
    const { bench, card } = await askedForCommand();
    await bench.restart();
    await card.changed("The request was cancelled.");
    expect(bench.project.has("NOTE.md")).toBe(false);
    expect(warnings).toEqual([]);
    await allIsWell(bench);
  });
});
