import { fauxAssistantMessage, fauxToolCall } from "@earendil-works/pi-ai";
import { describe, expect, it } from "vitest";
import { calls } from "../../agent/bench/model.ts";
import { atPeace, labels, planned } from "./planned.ts";
import { approve } from "./reviewing.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);

const GREETING = {
  title: "Add a greeting",
  steps: [
    { id: "write", title: "Write the greeting", tools: ["write"], files: ["GREETING.md"] },
    { id: "check", title: "Check it", run: "test -f GREETING.md", depends_on: ["write"] },
  ],
};

describe("a signed plan that subagents carry out", () => {
  it("is followed by its card, and its end is told in a message of its own", async () => {
    const seen = Promise.withResolvers<void>();
    const write = fauxAssistantMessage(fauxToolCall("write", { path: "GREETING.md", content: "Hello!\n" }), {
      stopReason: "toolUse",
    });
    const { bench, ada, card } = await planned(GREETING, { responses: [() => seen.promise.then(() => write), done] });
    await approve(ada, card);
    await card.changed(({ text }) => text.includes("0/2") && text.includes("▶️ **1.**"));
    seen.resolve();
    const end = await bench.general.next("is completed");
    expect(end.replyTo).toBe(card);
    expect(end.text).toBe("✅ **Add a greeting** is completed: 2 steps done, 1 file changed.");
    expect(card.text).toContain("2/2` · ");
    expect(card.text).toMatch(/\d s · \dk tokens/);
    expect(labels(card)).toEqual(["Roll back…", "Clone", "Details"]);
    expect(bench.general.messages.filter(({ text }) => text.includes("PLAN-"))).toEqual([card]);
    await atPeace(bench);
  });

  it("tells in the channel, on its card and at its end how a step deviated from it", async () => {
    const deviations = ["greets in French, since the README is French"];
    const responses = [
      calls(["write", { path: "GREETING.md", content: "Bonjour\n" }]),
      calls(["finish_step", { outcome: "done", summary: "done", deviations }]),
    ];
    const { bench, ada, card } = await planned(GREETING, { responses });
    await approve(ada, card);
    const told = await bench.general.next("deviated from the plan");
    expect(told.text).toMatch(/⚠️ Step write of PLAN-\w+ deviated from the plan:\n• greets in French, since the README/);
    expect((await bench.general.next("is completed")).text).toContain("1 file changed, 1 deviation from the plan.");
    expect(card.text).toContain("⚠️ deviated from the plan: greets in French, since the README is French");
    const details = await (await ada.click(card, "Details")).answered();
    expect(details.text).toContain("**Deviation from the plan:** greets in French");
    await atPeace(bench);
  });

  it("is edited a few times only, however many steps it has, and always ends right", async () => {
    const steps = Array.from({ length: 12 }, (_, at) => ({
      id: `s${at}`,
      title: `Step number ${at}`,
      run: "true",
      ...(at > 0 && { depends_on: [`s${at - 1}`] }),
    }));
    const { bench, ada, card } = await planned({ title: "Many steps", steps });
    const before = card.earlier.length;
    const began = Date.now();
    await approve(ada, card);
    await bench.general.next("is completed");
    // Signed, begun and ended are shown at once; in between it rests.
    expect(card.earlier.length - before).toBeLessThanOrEqual(4 + (Date.now() - began) / 2_500);
    expect(card.text).toContain("12/12");
    await atPeace(bench);
  });

  it("can be paused, resumed and cancelled from its card", async () => {
    const steps = [{ id: "wait", title: "Wait", run: "exec sleep 30" }];
    const { bench, ada, card } = await planned({ title: "Wait for it", steps });
    await approve(ada, card);
    await card.changed((message) => labels(message).includes("Pause"));
    const paused = await ada.click(card, "Pause");
    expect((await paused.answered()).text).toContain("Paused");
    await card.changed((message) => labels(message).includes("Resume"));
    const resumed = await ada.click(card, "Resume");
    expect((await resumed.answered()).text).toContain("continues");
    await card.changed((message) => labels(message).includes("Pause"));
    const cancelled = await ada.click(card, "Cancel plan");
    expect((await cancelled.answered()).text).toMatch(/^Cancelled PLAN-/);
    await bench.general.next("ada cancelled planning");
    await card.changed("**Cancelled**");
    expect(labels(card)).toEqual(["Clone", "Details"]);
    await atPeace(bench);
  });
});
