import { describe, expect, it } from "vitest";
import { makeGate } from "../../agent/bench/gate.ts";
import { calls } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { startBotProcess } from "./bot-process.ts";
import { atPeace, labels } from "./planned.ts";
import { approve } from "./reviewing.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);
const write = (path: string) => calls(["write", { path, content: "Hello!\n" }]);
const PLAN = {
  title: "Add a greeting",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["A.md"] }],
};

describe("a bot that was killed", () => {
  it("finds the question that was open, and takes the answer", async () => {
    const bench = await DiscordBench.prepare({ execution: "subagent" });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    const bot = await startBotProcess(bench, [
      calls(["ask_user", { question: "Which colour?", options: ["red", "blue"] }]),
    ]);
    await ada.slash(general, "plan start", { task: "Think" });
    const asked = await general.next("Which colour?");
    await bot.kill();
    bench.model.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.startBot();
    await ada.click(asked, "blue");
    await asked.changed("☑️ ada");
    await general.next("Add a greeting");
    await atPeace(bench);
  });

  it("says that a step was interrupted, ends what is left of it, and Resume asks what happens to it", async () => {
    const bench = await DiscordBench.prepare({ execution: "subagent" });
    const { discord, general, project } = bench;
    const ada = discord.addMember({ name: "ada" });
    const gate = makeGate(project);
    const run = `test -e once || { touch once; ${gate.wait}; }`;
    const plan = { title: "Wait for it", steps: [{ id: "wait", title: "Wait", run }] };
    const bot = await startBotProcess(bench, [calls(["submit_plan", { plan }])]);
    await ada.slash(general, "plan start", { task: "Wait" });
    const card = await general.next("Wait for it");
    await approve(ada, card);
    await gate.reached;
    await bot.kill();
    await bench.startBot();
    await gate.ended;
    expect((await general.next("waits")).replyTo).toBe(card);
    expect(card.text).toContain("interrupted");
    await (await ada.click(card, "Resume")).answered("decide what happens to it");
    await ada.click(await general.next("Step wait was interrupted"), "Run it again");
    await general.next("is completed");
    await atPeace(bench);
  });

  it("still asks for a decision that was open", async () => {
    const bench = await DiscordBench.prepare({ execution: "subagent", responses: [write("A.md"), done] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    const options = [{ label: "red" }, { label: "blue" }];
    const plan = {
      title: "Paint it",
      steps: [{ id: "paint", title: "Paint", tools: ["write"], files: ["A.md"], decision_id: "colour" }],
      decisions: [{ decision_id: "colour", header: "Colour", question: "Which colour?", options }],
    };
    const bot = await startBotProcess(bench, [calls(["submit_plan", { plan }])]);
    await ada.slash(general, "plan start", { task: "Paint" });
    const card = await general.next("Paint it");
    await approve(ada, card);
    const asked = await general.next("Which colour?");
    await card.changed("needs a decision");
    await bot.kill();
    await bench.startBot();
    await card.changed((message) => labels(message).includes("Resume"));
    await ada.click(asked, "blue");
    await general.next("waits");
    await ada.click(card, "Resume");
    await general.next("is completed");
    await atPeace(bench);
  });
});
