import { describe, expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { atPeace, labels, planned } from "./planned.ts";
import { approve, idOf } from "./reviewing.ts";

const PLAN = {
  title: "Add a greeting",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["A.md"] }],
};

describe("a review without an answer", () => {
  it("ends planning after 30 minutes: the card says so, the channel is told, and the agent still only reads", async () => {
    const { bench, ada, card } = await planned(PLAN);
    bench.clock.forward({ minutes: 29 });
    bench.clock.forward({ minutes: 2 });
    const told = await bench.general.next("Planning timed out");
    expect(told.text).toContain(`the review of ${idOf(card)} had no answer for 30 minutes.`);
    await card.changed("Planning timed out. The plan can still be approved.");
    bench.model.says(calls(["write", { path: "A.md", content: "x" }]), says("I could not."));
    ada.say(bench.general, "Then write it without a plan.");
    await bench.general.next("I could not.");
    expect(bench.model.saw.results.at(-1)?.slice(0, 2)).toEqual(["write", true]);
    expect(bench.project.has("A.md")).toBe(false);
    bench.model.says(
      calls(["write", { path: "A.md", content: "x" }]),
      calls(["finish_step", { outcome: "done", summary: "done" }]),
    );
    await approve(ada, card);
    await card.changed((message) => labels(message).includes("Start"));
    await ada.click(card, "Start");
    await bench.general.next("is completed");
    expect(bench.project.has("A.md")).toBe(true);
    await atPeace(bench);
  });

  it("ends the plan after 7 days", async () => {
    const { bench, card } = await planned(PLAN);
    bench.clock.forward({ days: 8 });
    await card.changed(/cancelled/i);
    // The channel is told that planning timed out, too, in either order: the reply to the card names the plan's title.
    const told = await bench.general.next(`**${PLAN.title}**: ${idOf(card)} expired after 7 days without an answer.`);
    expect(card.text).toContain("It expired after 7 days without an answer.");
    expect(told.replyTo).toBe(card);
    expect(labels(card)).toEqual(["Clone", "Details"]);
    await atPeace(bench);
  });
});

describe("planning in which nothing happens", () => {
  it("ends after an hour, and the agent still only reads", async () => {
    const bench = await DiscordBench.start({ execution: "subagent", responses: [says("Hm.")] });
    const ada = bench.discord.addMember({ name: "ada" });
    await ada.slash(bench.general, "plan start", { task: "Think" });
    await bench.general.next("Hm.");
    bench.clock.forward({ minutes: 59 });
    bench.clock.forward({ minutes: 2 });
    await bench.general.next("Planning timed out");
    const status = await ada.slash(bench.general, "plan status");
    expect((await status.answered()).text).toContain("stays read-only");
    await atPeace(bench);
  });

  it("ends with the unanswered question, and its card says so", async () => {
    const bench = await DiscordBench.start({
      execution: "subagent",
      responses: [calls(["ask_user", { question: "Which colour?" }]), says("Then I stop.")],
    });
    const ada = bench.discord.addMember({ name: "ada" });
    await ada.slash(bench.general, "plan start", { task: "Paint" });
    const asked = await bench.general.next("Which colour?");
    bench.clock.forward({ minutes: 61 });
    await bench.general.next("Planning timed out");
    await asked.changed((message) => labels(message).length === 0);
    await atPeace(bench);
  });
});
