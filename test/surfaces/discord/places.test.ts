import type { AssistantMessage } from "@earendil-works/pi-ai";
import { describe, expect, it, vi } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { approve } from "./reviewing.ts";

describe("where an agent is talked to", () => {
  it("answers in the thread of the message, though another thread wrote during the answer", async () => {
    const bench = await DiscordBench.prepare();
    const { general, discord, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const bob = discord.addMember({ name: "bob" });
    const one = ada.startThread(general, "one");
    const two = bob.startThread(general, "two");
    await bench.startBot();
    const hasPending = () => bench.bot.agentAt(general.id)?.session.context.hasPendingMessages();
    model.says(
      async () => {
        bob.say(two, "And two?");
        await vi.waitFor(() => expect(hasPending()).toBe(true));
        return says("One is fine.") as AssistantMessage;
      },
      says("Two is fine."),
      says("All is fine."),
    );
    ada.say(one, "How is one?");
    await one.next("One is fine.");
    await two.next("Two is fine.");
    ada.say(general, "And all?");
    await general.next("All is fine.");
    await bench.bot.settled();
    const said = (place: typeof one) => place.messages.map(({ text }) => text);
    expect([said(one), said(two), said(general)]).toEqual([
      ["How is one?", "One is fine."],
      ["And two?", "Two is fine."],
      ["And all?", "All is fine."],
    ]);
    await allIsWell(bench);
  });

  it("answers each of two threads that speak at the same moment", async () => {
    const bench = await DiscordBench.start({ responses: [says("Here."), says("Here as well.")] });
    const { general, discord } = bench;
    const ada = discord.addMember({ name: "ada" });
    const bob = discord.addMember({ name: "bob" });
    const one = ada.startThread(general, "one");
    const two = bob.startThread(general, "two");
    ada.say(one, "Where?");
    bob.say(two, "Where else?");
    await one.next("Here.");
    await two.next("Here as well.");
    await allIsWell(bench);
  });

  it("has one mode in all its threads", async () => {
    const bench = await DiscordBench.start();
    const { general, discord, model, project } = bench;
    const ada = discord.addMember({ name: "ada" });
    const one = ada.startThread(general, "one");
    const two = ada.startThread(general, "two");
    await (await ada.slash(one, "plan start")).answered();
    await one.next("started planning");
    model.says(calls(["write", { path: "new.txt", content: "x" }]), says("I may not."));
    ada.say(two, "Write new.txt");
    await two.next("I may not.");
    expect(project.has("new.txt")).toBe(false);
    expect((await (await ada.slash(two, "plan status")).answered()).text).toMatch(/gathering|planning/i);
    await (await ada.slash(two, "plan cancel")).answered();
    model.says(calls(["write", { path: "new.txt", content: "x" }]), says("Written."));
    ada.say(one, "Write new.txt");
    await one.next("Written.");
    expect(project.read("new.txt")).toBe("x");
    await allIsWell(bench);
  });

  it("puts the card of a plan where it was asked for, and goes on there after a restart", async () => {
    const bench = await DiscordBench.start();
    const { general, discord, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const thread = ada.startThread(general, "one");
    const steps = [{ id: "note", title: "Write the note", tools: ["write"], files: ["NOTE.md"] }];
    model.says(calls(["submit_plan", { plan: { title: "A note", steps } }]));
    await (await ada.slash(thread, "plan start", { task: "Write a note" })).answered();
    const card = await thread.next("A note");
    await bench.restart();
    model.says(
      calls(["write", { path: "NOTE.md", content: "x" }]),
      calls(["report_step", { step_id: "note", outcome: "done", notes: "written" }]),
      says("The note is written."),
    );
    await (await approve(ada, card)).answered();
    await thread.next("The note is written.");
    await card.changed(/completed|done/i);
    expect(general.messages.map(({ text }) => text)).toEqual([]);
    await allIsWell(bench);
  });

  it("keeps two agents apart, also in one project", async () => {
    const bench = await DiscordBench.prepare();
    const { general, discord, model, project } = bench;
    const second = discord.guild.addChannel("second");
    const ada = discord.addMember({ name: "ada" });
    const bob = discord.addMember({ name: "bob" });
    await bench.startBot([
      bench.agentConfig(general),
      bench.agentConfig(second, { name: "Second", path: "agents[1]" }),
    ]);
    await (await ada.slash(general, "plan start")).answered();
    await general.next("started planning");
    model.faux.setResponses([calls(["write", { path: "free.txt", content: "x" }]), says("Free.")]);
    bob.say(second, "Write free.txt");
    await second.next("Free.");
    expect(project.read("free.txt")).toBe("x");
    model.faux.setResponses([calls(["write", { path: "bound.txt", content: "x" }]), says("Bound.")]);
    ada.say(general, "Write bound.txt");
    await general.next("Bound.");
    expect(project.has("bound.txt")).toBe(false);
    expect(second.messages.map(({ text }) => text)).toEqual(["Write free.txt", "Free."]);
    await (await bob.slash(second, "plan start")).answered();
    await second.next("started planning");
    const plan = (title: string) => ({ title, steps: [{ title, tools: ["write"] }] });
    model.faux.setResponses([calls(["submit_plan", { plan: plan("Of the first") }])]);
    ada.say(general, "Plan");
    await general.next("Of the first");
    model.faux.setResponses([calls(["submit_plan", { plan: plan("Of the second") }])]);
    bob.say(second, "Plan");
    await second.next("Of the second");
    expect(general.transcript).not.toContain("Of the second");
    expect(second.transcript).not.toContain("Of the first");
    await allIsWell(bench);
  });
});
