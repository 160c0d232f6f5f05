import { describe, expect, it } from "vitest";
import { makeGate } from "../../agent/bench/gate.ts";
import { calls } from "../../agent/bench/model.ts";
import { atPeace, labels, planned } from "./planned.ts";
import { approve } from "./reviewing.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);
const write = (path: string) => calls(["write", { path, content: "Hello!\n" }]);
const PLAN = {
  title: "Add a greeting",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["A.md"] }],
};

describe("a bot that was at a plan, and is started again", () => {
  it("says of a plan in the middle of a step that it waits; Resume asks what happens to the step", async () => {
    const { bench, ada, card } = await planned({
      title: "Wait for it",
      steps: [
        { id: "wait", title: "Wait", run: "test -e once || { touch once; exec 9>alive.pipe; read -r _ <gate.pipe; }" },
      ],
    });
    const gate = makeGate(bench.project);
    await approve(ada, card);
    await gate.reached;
    await bench.restart();
    expect((await bench.general.next("waits")).replyTo).toBe(card);
    expect(card.text).toContain("interrupted");
    await (await ada.click(card, "Resume")).answered("decide what happens to it");
    await ada.click(await bench.general.next("Step wait was interrupted"), "Run it again");
    await bench.general.next("is completed");
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
    await approve(ada, card);
    await gate.reached;
    await ada.click(await card.changed((message) => labels(message).includes("Pause")), "Pause");
    gate.open();
    await card.changed("1/2");
    await bench.restart();
    expect(card.text).toContain("**Paused**");
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
    await approve(ada, card);
    const asked = await bench.general.next("Which colour?");
    await card.changed("needs a decision");
    await bench.restart();
    bench.model.says(write("A.md"), done);
    await ada.click(asked, "blue");
    await bench.general.next("waits");
    await ada.click(card, "Resume");
    await bench.general.next("is completed");
    await atPeace(bench);
  });

  it("retries a plan that had failed, and leaves a completed one alone", async () => {
    const { bench, ada, card } = await planned(PLAN, {
      responses: [calls(["finish_step", { outcome: "failed", summary: "No." }])],
    });
    await approve(ada, card);
    await bench.general.next("failed");
    await bench.restart();
    bench.model.says(write("A.md"), done);
    await ada.click(card, "Retry");
    await bench.general.next("is completed");
    const before = bench.general.messages.length;
    await bench.restart();
    expect(bench.general.messages.length).toBe(before);
    await atPeace(bench);
  });
});
