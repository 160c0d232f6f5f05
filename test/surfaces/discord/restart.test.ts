import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { commandLine } from "./command-line.ts";
import { atPeace, planned } from "./planned.ts";
import { approve, idOf } from "./reviewing.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);
const write = (path: string) => calls(["write", { path, content: "Hello!\n" }]);
const PLAN = {
  title: "Add a greeting",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["A.md"] }],
};

/** Signs it in another process, on another surface. */
async function approveElsewhere({ project }: DiscordBench, plan: LivePlan | undefined): Promise<void> {
  const desk = new Desk({ directory: project.cwd, env: { ...process.env, ...project.env } });
  const person = desk.authenticate({ via: "surface", surface: "cli", id: "eve", name: "eve", roles: [] });
  if (!person.ok || plan === undefined) throw new Error("There is no plan to sign, or no person.");
  const { revision, digest } = plan.proposal;
  const signed = await desk.send(plan.id, { type: "approve", revision, digest }, person.value);
  desk.close();
  expect(signed.ok).toBe(true);
}

describe("a bot that is started again", () => {
  it("goes on gathering", async () => {
    const bench = await DiscordBench.start({ execution: "subagent", responses: [says("Hm.")] });
    const ada = bench.discord.addMember({ name: "ada" });
    await ada.slash(bench.general, "plan start", { task: "Think" });
    await bench.general.next("Hm.");
    bench.model.says(write("A.md"), calls(["submit_plan", { plan: PLAN }]));
    await bench.restart();
    ada.say(bench.general, "Go on.");
    await bench.general.next("Add a greeting");
    expect(bench.project.has("A.md")).toBe(false);
    await atPeace(bench);
  });

  it("still has the question that was asked, and takes the answer", async () => {
    const bench = await DiscordBench.start({
      execution: "subagent",
      responses: [
        calls(["ask_user", { question: "Which colour?", options: ["red", "blue"] }]),
        calls(["submit_plan", { plan: PLAN }]),
      ],
    });
    const ada = bench.discord.addMember({ name: "ada" });
    await ada.slash(bench.general, "plan start", { task: "Think" });
    const asked = await bench.general.next("Which colour?");
    await bench.restart();
    await ada.click(asked, "blue");
    await asked.changed("☑️");
    await bench.general.next("Add a greeting");
    await atPeace(bench);
  });

  it("edits the card of a submitted plan in place, and its buttons work", async () => {
    const { bench, ada, card } = await planned(PLAN);
    await bench.restart();
    bench.model.says(write("A.md"), done);
    await approve(ada, card);
    await bench.general.next("is completed");
    expect(bench.general.messages.filter(({ text }) => text.includes("PLAN-"))).toEqual([card]);
    await atPeace(bench);
  });

  it("sends a deleted card again, and all of them if the store is lost", async () => {
    const { bench, ada, card } = await planned(PLAN);
    await bench.bot.close();
    ada.delete(card);
    await bench.startBot();
    const again = await bench.general.next("Add a greeting");
    await bench.bot.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(join(bench.project.home, `discord.db${end}`), { force: true });
    await bench.startBot();
    const third = await bench.general.next("Add a greeting");
    bench.model.says(write("A.md"), done);
    // The store no longer has this card; its buttons carry its text's digest.
    const old = await approve(ada, again);
    expect((await old.answered()).text).toContain("You signed revision 1");
    await third.changed("**Completed**");
    await atPeace(bench);
  });

  it("goes on with changes that were requested", async () => {
    const { bench, ada, card } = await planned(PLAN);
    await bench.restart();
    bench.model.says(calls(["submit_plan", { plan: { ...PLAN, summary: "Better." } }]));
    ada.say(bench.general, "Make it better.", { replyTo: card });
    await card.changed("revision 2");
    const told = await bench.general.next("Revision 2");
    expect(told.replyTo).toBe(card);
    await atPeace(bench);
  });

  it("holds changes that were requested on the command line while it was away, until a person resumes", async () => {
    const { bench, ada, card } = await planned(PLAN);
    await bench.bot.close();
    await commandLine(bench, ["request-changes", idOf(card), "-m", "Make it better."]);
    await bench.startBot();
    await bench.general.next("was answered while the bot was offline (changes requested)");
    await card.changed("carol requested changes to revision 1");
    expect(bench.model.saw.userTexts.join()).not.toContain("Make it better.");
    bench.model.says(calls(["submit_plan", { plan: { ...PLAN, summary: "Better." } }]));
    await (await ada.slash(bench.general, "plan resume")).answered();
    await card.changed("revision 2");
    expect(JSON.stringify(bench.model.saw.requests.at(-1)?.messages)).toContain("Make it better.");
    await atPeace(bench);
  });

  it("holds a plan that was approved while it was away, until a person resumes it", async () => {
    const { bench, ada, card } = await planned(PLAN);
    const plan = await bench.bot.agentAt(bench.general.id)?.session.agent.plan();
    await bench.bot.close();
    await approveElsewhere(bench, plan);
    await bench.startBot();
    await bench.general.next("was answered while the bot was offline (approved)");
    expect(card.text).toContain("signed by eve");
    expect(bench.project.has("A.md")).toBe(false);
    bench.model.says(write("A.md"), done);
    await ada.click(card, "Start");
    await bench.general.next("is completed");
    await atPeace(bench);
  });
});
