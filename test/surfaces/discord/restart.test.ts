import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeGate } from "../../agent/bench/gate.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { atPeace, labels, planned } from "./planned.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);
const write = (path: string) => calls(["write", { path, content: "Hello!\n" }]);
const PLAN = {
  title: "Add a greeting",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["A.md"] }],
};
const dump = (bench: any) => console.log(bench.general.transcript, bench.log);

describe("a bot that is started again", () => {
  it("goes on gathering", async () => {
    const bench = await DiscordBench.start({ execution: "subagent", responses: [says("Hm.")] });
    const ada = bench.discord.addMember({ name: "ada" });
    await ada.slash(bench.general, "plan start", { task: "Think" });
    await bench.general.next("Hm.");
    bench.model.says(write("A.md"), calls(["submit_plan", { plan: PLAN }]));
    await bench.restart();
    ada.say(bench.general, "Go on.");
    const card = await bench.general.next("Add a greeting");
    expect(bench.project.has("A.md")).toBe(false);
    dump(bench);
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
    const answered = await ada.click(asked, "blue");
    console.log((await answered.answered()).text);
    await asked.changed("☑️");
    dump(bench);
    await bench.general.next("Add a greeting");
    await atPeace(bench);
  });

  it("edits the card of a submitted plan in place, and its buttons work", async () => {
    const { bench, ada, card } = await planned(PLAN);
    await bench.restart();
    bench.model.says(write("A.md"), done);
    await ada.click(card, "Approve");
    await bench.general.next("is completed");
    expect(bench.general.messages.filter(({ text }) => text.includes("PLAN-"))).toEqual([card]);
    dump(bench);
    await atPeace(bench);
  });

  it("sends a card anew that was deleted, and all of them if nothing is known of them", async () => {
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
    const old = await ada.click(again, "Approve");
    console.log((await old.answered()).text);
    await third.changed(/completed/i);
    dump(bench);
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
    dump(bench);
    await atPeace(bench);
  });

  it("holds a plan that was approved while it was away, until somebody says to go on", async () => {
    const { bench, ada, card } = await planned(PLAN);
    const { desk } = bench.bot.agentAt(bench.general.id)!;
    const plan = (await bench.bot.agentAt(bench.general.id)!.session.agent.plan())!;
    await bench.bot.close();
    const { Desk } = await import("../../../src/desk/desk.ts");
    const other = new Desk({ directory: bench.project.cwd, env: { ...process.env, ...bench.project.env } });
    const person = other.authenticate({ via: "surface", surface: "discord", id: "1", name: "eve", roles: [] });
    if (!person.ok) throw new Error("no");
    const sent = await other.send(
      plan.id,
      { type: "approve", revision: 1, digest: plan.proposal.digest },
      person.value,
    );
    console.log(sent.ok || sent.refusal);
    other.close();
    await bench.startBot();
    dump(bench);
    bench.model.says(write("A.md"), done);
    await ada.click(card, "Start");
    await bench.general.next("is completed");
    await atPeace(bench);
  });

  it("says of a plan in the middle of a step that it waits, and goes on with Resume", async () => {
    const { bench, ada, card } = await planned({
      title: "Wait for it",
      steps: [
        { id: "wait", title: "Wait", run: "test -e once || { touch once; exec 9>alive.pipe; read -r _ <gate.pipe; }" },
      ],
    });
    const gate = makeGate(bench.project);
    await ada.click(card, "Approve");
    await gate.reached;
    await bench.restart();
    dump(bench);
    console.log(labels(card));
    await ada.click(card, "Resume");
    await bench.general.next("is completed");
    dump(bench);
    await atPeace(bench);
  });

  it("leaves a paused plan paused", async () => {
    const { bench, ada, card } = await planned({
      title: "Wait for it",
      steps: [
        { id: "wait", title: "Wait", run: "exec 9>alive.pipe; read -r _ <gate.pipe" },
        { id: "then", title: "Then", run: "true", depends_on: ["wait"] },
      ],
    });
    const gate = makeGate(bench.project);
    await ada.click(card, "Approve");
    await gate.reached;
    await ada.click(await card.changed((message) => labels(message).includes("Pause")), "Pause");
    gate.open();
    await card.changed("1/2");
    await bench.restart();
    dump(bench);
    await ada.click(card, "Resume");
    await bench.general.next("is completed");
    await atPeace(bench);
  });

  it("still asks for the decision that was open", async () => {
    const plan = {
      title: "Paint it",
      steps: [{ ...PLAN.steps[0], decision_id: "colour" }],
      decisions: [
        {
          decision_id: "colour",
          header: "Colour",
          question: "Which colour?",
          options: [{ label: "red" }, { label: "blue" }],
        },
      ],
    };
    const { bench, ada, card } = await planned(plan);
    await ada.click(card, "Approve");
    const asked = await bench.general.next("Which colour?");
    await bench.restart();
    dump(bench);
    bench.model.says(write("A.md"), done);
    const answered = await ada.click(asked, "blue");
    console.log((await answered.answered()).text);
    await asked.changed("☑️");
    console.log(card.text);
    await ada.click(card, "Resume");
    await bench.general.next("is completed");
    await atPeace(bench);
  });

  it("retries a plan that had failed, and leaves a completed one alone", async () => {
    const { bench, ada, card } = await planned(PLAN, {
      responses: [calls(["finish_step", { outcome: "failed", summary: "No." }])],
    });
    await ada.click(card, "Approve");
    await bench.general.next("failed");
    await bench.restart();
    bench.model.says(write("A.md"), done);
    await ada.click(card, "Retry");
    await bench.general.next("is completed");
    const before = bench.general.messages.length;
    await bench.restart();
    expect(bench.general.messages.length).toBe(before);
    dump(bench);
    await atPeace(bench);
  });
});
