import { describe, expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { startBotProcess } from "./bot-process.ts";
import { atPeace, labels, planned } from "./planned.ts";
import { approve } from "./reviewing.ts";

const PLAN = {
  title: "Add a greeting",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["A.md"] },
    { id: "then", title: "Then", run: "true", depends_on: ["write"] },
  ],
};
const write = calls(["write", { path: "A.md", content: "Hello!\n" }]);
const done = calls(["report_step", { step_id: "write", outcome: "done", notes: "written" }]);

describe("a step that the agent carries out itself", () => {
  it("is interrupted by a restart: Resume asks what happens to it, and the answer repeats it", async () => {
    const reached = Promise.withResolvers<void>();
    const never = () => {
      reached.resolve();
      return new Promise<never>(() => {});
    };
    const { bench, ada, card } = await planned(PLAN, { execution: "session", responses: [write, never] });
    await (await approve(ada, card)).answered("You signed");
    await reached.promise;
    await bench.restart();
    expect((await bench.general.next("waits")).replyTo).toBe(card);
    await card.changed((message) => labels(message).includes("Resume"));
    expect(card.text).toContain("interrupted");
    bench.model.faux.setResponses([write, done, says("It is there.")]);
    await (await ada.click(card, "Resume")).answered("decide what happens to it");
    await ada.click(await bench.general.next("Step write was interrupted"), "Run it again");
    await bench.general.next("is completed");
    expect(bench.general.transcript).not.toContain("I was stopped");
    await atPeace(bench);
  });

  it("is interrupted by the death of the bot: Resume asks what happens to it, and the answer repeats it", async () => {
    const bench = await DiscordBench.prepare();
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    const slowly = { tokensPerSecond: 60 };
    const long = says(`I write it. ${"And I think about it. ".repeat(200)}`);
    const bot = await startBotProcess(bench, [calls(["submit_plan", { plan: PLAN }]), write, long], slowly);
    await ada.slash(general, "plan start", { task: "Greet" });
    const card = await general.next((message) => labels(message).includes("Approve"));
    await (await approve(ada, card)).answered("You signed");
    await general.next("I write it.");
    await bot.kill();
    await bench.startBot();
    expect((await general.next("waits")).replyTo).toBe(card);
    await card.changed((message) => labels(message).includes("Resume"));
    bench.model.says(write, done, says("It is there."));
    await (await ada.click(card, "Resume")).answered("decide what happens to it");
    await ada.click(await general.next("Step write was interrupted"), "Run it again");
    await general.next("is completed");
    expect(general.transcript).not.toContain("I was stopped");
    await atPeace(bench);
  });
});
