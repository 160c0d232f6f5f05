import type { AssistantMessage } from "@earendil-works/pi-ai";
import { describe, expect, it, vi } from "vitest";
import { audit } from "../../../src/desk/audit.ts";
import { PROFILES } from "../../../src/surfaces/discord/config/profiles.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { approve, GREETING, idOf, submitted } from "./reviewing.ts";

const CARRIED_OUT = [
  calls(["write", { path: "GREETING.md", content: "Hello!\n" }]),
  calls(["report_step", { step_id: "write", outcome: "done", notes: "written" }]),
  says("The greeting is there."),
];

describe("planning in a chat, as it was promised", () => {
  it("goes from asking over a signed plan back to normal, and the record names who signed", async () => {
    const { bench, ada, card } = await submitted(GREETING, CARRIED_OUT);
    const { general, model, project, bot } = bench;
    expect(lastTold(bench)).not.toContain("<approved_plan");
    await (await approve(ada, card)).answered("You signed revision 1");
    await general.next("The greeting is there.");
    await card.changed("**Completed**");
    // The model gets the signed steps one by one.
    expect(lastTold(bench, 1)).toMatch(
      /<approved_plan .*1\. \[ \] Write the greeting.*tools: write.*<\/approved_plan>/,
    );
    expect(lastTold(bench, 1)).toContain("Report every deviation");
    // What it may pass on to people can be typed here.
    const report = model.saw.userTexts.find((text) => text.includes("\nNext\n"));
    expect(report).toContain(`/plan rollback plan:${idOf(card)}`);
    expect(report).not.toContain("countersign ");
    const agent = bot.agentAt(general.id);
    if (agent === undefined) throw new Error("No agent listens.");
    expect((await agent.session.agent.state()).phase).toBe("inactive");
    model.says(calls(["write", { path: "free.txt", content: "x" }]), says("Free again."));
    ada.say(general, "Write free.txt");
    await general.next("Free again.");
    expect(project.read("free.txt")).toBe("x");
    expect(lastTold(bench)).not.toContain("<approved_plan");
    const { entries } = await audit(agent.desk, { journal: idOf(card) });
    const signed = entries.filter(({ action }) => action === "approved");
    expect(signed.map(({ by }) => by)).toEqual([expect.objectContaining({ surface: "discord", id: ada.id })]);
    await allIsWell(bench);
  });

  it("carries out a signed plan with all tools, where the settings say so", async () => {
    const { bench, ada, card } = await submitted(
      GREETING,
      [calls(["bash", { command: "echo aside > aside.txt" }]), ...CARRIED_OUT],
      { agent: () => ({ settings: { scope: "full" } }) },
    );
    await (await approve(ada, card)).answered("You signed revision 1");
    await card.changed("**Completed**");
    expect(bench.project.read("aside.txt")).toBe("aside\n");
    await allIsWell(bench);
  });

  it("signs a plan for later: nothing runs until a person starts it", async () => {
    const { bench, ada, card } = await submitted(GREETING);
    const { general, model, project } = bench;
    const { modal } = await ada.click(card, "Approve with…");
    if (!modal) throw new Error("There is no form.");
    const signed = await ada.submit(modal, { "When should it start?": "Later" });
    await signed.answered("You signed revision 1 of PLAN-");
    await signed.answered("To run it: Start, on its card");
    await general.next("ada left plan mode; the plan is kept.");
    await card.changed(({ buttons }) => buttons.some(({ label }) => label === "Start"));
    expect(project.has("GREETING.md")).toBe(false);
    model.says(...CARRIED_OUT);
    await (await ada.click(card, "Start")).answered((message) => !message.text.includes("🚫"));
    await card.changed("**Completed**");
    expect(project.read("GREETING.md")).toBe("Hello!\n");
    await allIsWell(bench);
  });

  it("carries it out with a fresh context, if that is wished", async () => {
    const { bench, ada, card } = await submitted(GREETING, CARRIED_OUT);
    const { modal } = await ada.click(card, "Approve with…");
    if (!modal) throw new Error("There is no form.");
    await (await ada.submit(modal, { "When should it start?": "Now, with a fresh context" })).answered("You signed");
    await card.changed("**Completed**");
    const [first, then] = bench.model.saw.requests.map(({ messages }) => JSON.stringify(messages));
    expect(first).toContain('<message from=\\"ada\\">');
    expect(then).not.toContain('<message from=\\"ada\\">');
    await allIsWell(bench);
  });

  it("says when the agent has no revision left, and lets it have one more", async () => {
    const better = (title: string) => calls(["submit_plan", { plan: { ...GREETING, title } }]);
    const { bench, ada, card } = await submitted(GREETING, [better("Second"), better("Third"), better("Fourth")]);
    const { general } = bench;
    const sendBack = async () => {
      const { modal } = await ada.click(card, "Request changes");
      if (!modal) throw new Error("There is no form.");
      return ada.submit(modal, { "What should change?": "More." });
    };
    await (await sendBack()).answered("Its agent revises it.");
    await card.changed(/Second[\s\S]*revision 2/);
    const diff = await (await ada.slash(general, "plan diff")).answered("revision 1 → 2");
    expect(diff.text).toMatch(/```diff[\s\S]*Second/);
    await (await sendBack()).answered("Its agent revises it.");
    await card.changed(/Third[\s\S]*revision 3/);
    await (await sendBack()).answered("its agent has no revisions left: approve it, reject it, or grant one more.");
    await card.changed("Approve it, reject it, or allow one more revision.");
    await general.next("has no revisions left");
    await (await ada.click(card, "One more revision")).answered("may be revised once more");
    await card.changed(/Fourth[\s\S]*revision 4/);
    await allIsWell(bench);
  });

  it("hears what others say while it gathers, and goes on gathering with it", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general, model } = bench;
    const [ada, bob] = [discord.addMember({ name: "ada" }), discord.addMember({ name: "bob" })];
    model.says(
      async () => {
        bob.say(general, "in French, please");
        await vi.waitFor(() => expect(bench.bot.agentAt(general.id)?.session.context.hasPendingMessages()).toBe(true));
        return calls(["read", { path: "README.md" }]) as AssistantMessage;
      },
      calls(["submit_plan", { plan: { ...GREETING, title: "Greet in French" } }]),
    );
    await bench.startBot();
    await (await ada.slash(general, "plan start", { task: "Greet" })).answered("Planning");
    await general.next("Greet in French");
    expect(model.saw.userTexts.at(-1)).toBe('<message from="bob">\nin French, please\n</message>');
    expect((await bench.bot.agentAt(general.id)?.session.agent.state())?.phase).toBe("submitted");
    await allIsWell(bench);
  });

  it("takes a decision from a reply to its card, by name, and asks again for what is none of the options", async () => {
    const plan = {
      title: "Paint it",
      steps: [{ id: "paint", title: "Paint", run: "true", decision_id: "colour", risk: "low" }],
      decisions: [
        {
          ...{ decision_id: "colour", header: "Colour", question: "Which colour?" },
          options: [{ label: "Red" }, { label: "Blue" }],
        },
      ],
    };
    const { bench, ada, card } = await submitted(plan, [says("I see.")]);
    const { general } = bench;
    await (await approve(ada, card)).answered("You signed revision 1");
    const asked = await general.next("Which colour?");
    await bench.bot.settled();
    ada.say(general, "Something warm", { replyTo: asked });
    await general.next(/"Something warm" is none of the choices\.[\s\S]*1 Red, 2 Blue/);
    ada.say(general, "blue", { replyTo: asked });
    await asked.changed("☑️ ada chose Blue");
    await card.changed("**Completed**");
    await allIsWell(bench);
  });

  it("is the agent that its configuration says: its tools, its prompt, its model", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general, model, project } = bench;
    const profile = PROFILES["reader"];
    if (profile === undefined) throw new Error("There is no such profile.");
    await bench.startBot([bench.agentConfig(general, { profile, systemPrompt: "You only ever speak in rhymes." })]);
    model.says(calls(["write", { path: "x.txt", content: "x" }], ["bash", { command: "ls" }]), says("I cannot, alas."));
    discord.addMember({ name: "ada" }).say(general, "Write x.txt");
    await general.next("I cannot, alas.");
    expect(model.saw.systemPrompt).toContain("You only ever speak in rhymes.");
    for (const tool of ["bash", "edit", "write"]) expect(model.saw.tools).not.toContain(tool);
    expect(model.saw.results.map(([name, isError]) => [name, isError])).toEqual([
      ["write", true],
      ["bash", true],
    ]);
    expect(project.has("x.txt")).toBe(false);
    await allIsWell(bench);
    await bench.bot.close();
    const unknown = bench.startBot([bench.agentConfig(general, { model: "nobody/nothing" })]);
    await expect(unknown).rejects.toThrow(/^Builder: .*nobody\/nothing/);
  });
});

/** What the model was told of its mode: with its prompt, or after all that was said. */
function lastTold({ model }: DiscordBench, request = -1): string {
  const { systemPrompt, messages } = model.saw.requests.at(request) ?? {};
  return JSON.stringify([systemPrompt, messages?.at(-1)]);
}
