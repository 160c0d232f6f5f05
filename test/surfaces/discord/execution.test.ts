import { describe, expect, it } from "vitest";
import { calls } from "../../agent/bench/model.ts";
import { atPeace, labels, planned } from "./planned.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);

const GREETING = {
  title: "Add a greeting",
  steps: [
    { id: "write", title: "Write the greeting", tools: ["write"], files: ["GREETING.md"] },
    { id: "check", title: "Check it", run: "test -f GREETING.md", depends_on: ["write"] },
  ],
};

const show = (bench: any, card: any) => {
  console.log(card.earlier.map((t: string, i: number) => `--- ${i}\n${t}`).join("\n"));
  console.log("=====\n" + bench.general.transcript);
  console.log(bench.log);
};

describe("a signed plan that subagents carry out", () => {
  it("is followed by its card, and its end is told in a message of its own", async () => {
    const { bench, ada, card } = await planned(GREETING, {
      responses: [calls(["write", { path: "GREETING.md", content: "Hello!\n" }]), done],
    });
    await ada.click(card, "Approve");
    const end = await bench.general.next("is completed");
    expect(end.replyTo).toBe(card);
    show(bench, card);
    await atPeace(bench);
  });

  it("is edited a few times only, however many steps it has, and always ends right", async () => {
    const steps = Array.from({ length: 30 }, (_, at) => ({
      id: `s${at}`,
      title: `Step number ${at}`,
      run: "true",
      ...(at > 0 && { depends_on: [`s${at - 1}`] }),
    }));
    const { bench, ada, card } = await planned({ title: "Many steps", steps });
    const before = card.earlier.length;
    const began = Date.now();
    await ada.click(card, "Approve");
    await bench.general.next("is completed");
    console.log(card.earlier.length - before, Date.now() - began);
    expect(card.text).toContain("30/30");
    await atPeace(bench);
  });

  it("can be paused, resumed and cancelled from its card", async () => {
    const steps = [{ id: "wait", title: "Wait", run: "sleep 30" }];
    const { bench, ada, card } = await planned({ title: "Wait for it", steps });
    await ada.click(card, "Approve");
    await card.changed((message) => labels(message).includes("Pause"));
    const paused = await ada.click(card, "Pause");
    expect((await paused.answered()).text).toContain("Paused");
    await card.changed((message) => labels(message).includes("Resume"));
    const resumed = await ada.click(card, "Resume");
    console.log((await resumed.answered()).text);
    await card.changed((message) => labels(message).includes("Pause"));
    const cancelled = await ada.click(card, "Cancel plan");
    console.log((await cancelled.answered()).text);
    await card.changed(/cancelled/i);
    show(bench, card);
    await atPeace(bench);
  });
});
