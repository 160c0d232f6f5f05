import { describe, expect, it } from "vitest";
import { calls, fails, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { approve, submitted } from "./reviewing.ts";

describe("a person who uses it for the first time", () => {
  it("is told what to do next where there is nothing yet", async () => {
    const bench = await DiscordBench.start({ responses: [says("Hello, ada.")] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await (await ada.slash(general, "plans")).answered("No plans yet. `/plan start` begins one.");
    await (await ada.slash(general, "plan status")).answered("No plan yet. `/plan start` begins one.");
    await (await ada.slash(general, "plan resume")).answered("To list all plans: /plans");
    const unknown = await (await ada.slash(general, "plan status", { plan: "PLAN-00000000" })).answered("🚫");
    expect(unknown.text).toContain("To list all plans: /plans");
    expect(unknown.text).not.toContain("countersign ");
    ada.say(general, "Hello");
    await general.next("Hello, ada.");
    await allIsWell(bench);
  });

  it("is not let down by a bot that has no model: it does not start, and says what to do", async ({ skip }) => {
    const bench = await DiscordBench.prepare();
    skip((await bench.noModels()) > 0, "there are keys of real providers here");
    await expect(bench.startBot()).rejects.toThrow(/^Builder has no model to work with: .*\/login/);
  });

  it("hears why there is no answer, and nothing of the machine", async () => {
    const why = "No API key found for the model.\n\nUse /login. See:\n  /home/somebody/docs/providers.md";
    const bench = await DiscordBench.start({ responses: [fails(why)] });
    bench.discord.addMember({ name: "ada" }).say(bench.general, "Hello");
    const told = await bench.general.next("The model gave no answer: No API key found for the model.");
    expect(told.text).not.toContain("/home/somebody");
    expect(bench.log.join("\n")).toContain("/home/somebody/docs/providers.md");
  });

  it("is told whom to ask, if they may not talk to it", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general } = bench;
    await bench.startBot([bench.agentConfig(general, { talk: [`role:${discord.guild.role("crew").id}`] })]);
    const zoe = discord.addMember({ name: "zoe" });
    zoe.say(general, `<@${discord.bot.id}> hello`);
    await general.next("zoe may not talk to Builder. Ask the person who runs the bot.");
    await allIsWell(bench);
  });

  it("sees on the card who can sign, by name, without a ping", async () => {
    const { bench, ada, card } = await submitted(undefined, [], {
      agent: ({ discord }) => ({ approvers: { from: [`role:${discord.guild.role("lead").id}`] } }),
    });
    const lead = `<@&${bench.discord.guild.role("lead").id}>`;
    expect(card.text).toContain(`Needs a signature from ${lead}.`);
    await (await approve(ada, card)).answered(`ada is not among the approvers: ${lead}.`);
    ada.say(bench.general, "Make it shorter.", { replyTo: card });
    await bench.general.next(`ada is not among the approvers: ${lead}.`);
    await allIsWell(bench);
  });

  it("is told how to do without a plan when the agent wants one", async () => {
    const bench = await DiscordBench.start({
      agent: { settings: { auto_enter: "always" } },
      responses: [calls(["enter_plan_mode", { reason: "many files" }]), says("I look around.")],
    });
    const { discord, general, model, project } = bench;
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "Write a note");
    await general.next("To work without a plan: /plan cancel, then send your message again.");
    await general.next("I look around.");
    await (await ada.slash(general, "plan cancel")).answered("Plan mode is off.");
    model.says(calls(["write", { path: "note.txt", content: "x" }]), says("Written."));
    ada.say(general, "Write a note");
    await general.next("Written.");
    expect(project.read("note.txt")).toBe("x");
    await allIsWell(bench);
  });

  it("learns from an old question that its time is over", async () => {
    const bench = await DiscordBench.start({
      responses: [calls(["ask_user", { question: "Which colour?", options: ["red", "blue"] }]), says("Then I stop.")],
    });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await (await ada.slash(general, "plan start", { task: "Paint" })).answered(
      "Planning. The plan comes here, on a card.",
    );
    const asked = await general.next("Which colour?");
    const old = asked.components;
    bench.clock.forward({ minutes: 61 });
    await general.next("Planning timed out");
    await asked.changed(({ buttons }) => buttons.length === 0);
    // As a phone shows it that has not got the edit yet.
    asked.components = old;
    await (await ada.click(asked, "red")).answered(/🚫 The request (expired|was cancelled)\./);
    await allIsWell(bench);
  });
});
