import { describe, expect, it } from "vitest";
import type { LocalModal } from "../../../testing/discord/modal.ts";
import { planOf } from "../../../testing/plan-stages.ts";
import { calls } from "../../agent/bench/model.ts";
import { must } from "../../desk/fixture.ts";
import { atPeace, labels, planned } from "./planned.ts";
import { approve, elsewhere, idOf } from "./reviewing.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);
const failed = (summary: string) => calls(["finish_step", { outcome: "failed", summary }]);
const write = (path: string) => calls(["write", { path, content: "Hello!\n" }]);
const step = (id: string, more: object = {}) => ({
  id,
  title: `Do ${id}`,
  tools: ["write"],
  files: [`${id}.md`],
  ...more,
});

describe("what a run asks", () => {
  it("lets a decision be taken with a button, on a card of its own that says who took it", async () => {
    const options = [{ label: "red" }, { label: "blue" }];
    const plan = {
      title: "Paint it",
      steps: [step("first", { decision_id: "colour" })],
      decisions: [{ decision_id: "colour", header: "Colour", question: "Which colour?", options }],
    };
    const { bench, ada, card } = await planned(plan, { responses: [write("first.md"), done] });
    await approve(ada, card);
    const asked = await bench.general.next("Which colour?");
    const taken = await ada.click(asked, "blue");
    expect((await taken.answered()).text).toContain("recorded");
    await bench.general.next("is completed");
    await asked.changed("☑️ ada");
    await atPeace(bench);
  });

  it("tells in the channel that the deadline of a decision passed, and which default holds", async () => {
    const plan = {
      title: "Paint it",
      steps: [step("first", { decision_id: "colour" })],
      decisions: [
        {
          ...{
            decision_id: "colour",
            header: "Colour",
            question: "Which colour?",
            default: ["blue"],
            deadline_minutes: 5,
          },
          options: [{ label: "red" }, { label: "blue" }],
        },
      ],
    };
    const { bench, ada, card } = await planned(plan, { responses: [write("first.md"), done] });
    await approve(ada, card);
    await bench.general.next("Which colour?");
    bench.clock.forward({ minutes: 6 });
    const told = await bench.general.next("deadline");
    expect(told.text).toBe(
      `The deadline for decision colour of ${idOf(card)} passed without an answer: its default holds, blue.`,
    );
    await bench.general.next("is completed");
    await atPeace(bench);
  });

  it("lets several options be chosen, and the answer be changed before it is used", async () => {
    const options = [{ label: "red" }, { label: "blue" }, { label: "green" }];
    const plan = {
      title: "Paint it",
      steps: [step("first"), step("second", { depends_on: ["first"], decision_id: "colours" })],
      decisions: [
        { decision_id: "colours", header: "Colours", question: "Which colours?", options, multi_select: true },
      ],
    };
    const { bench, ada, card } = await planned(plan, {
      responses: [write("first.md"), done, write("second.md"), done],
    });
    await approve(ada, card);
    const asked = await bench.general.next("Which colours?");
    await card.changed("needs a decision");
    await ada.click(card, "Pause");
    const taken = await ada.select(asked, "Choose one or more …", "red", "blue");
    expect((await taken.answered()).text).toContain("recorded");
    await asked.changed("☑️");
    expect(asked.selects).toEqual([]);
    const changed = await ada.slash(bench.general, "plan decide", { decision: "colours", choice: "green" });
    expect((await changed.answered()).text).toContain("colours: green");
    await ada.click(await card.changed((message) => labels(message).includes("Resume")), "Resume");
    await bench.general.next("is completed");
    const told = JSON.stringify(bench.model.saw.requests.at(-1));
    expect(told).toContain("green");
    expect(told).not.toContain("red, blue");
    await atPeace(bench);
  });

  it("allows a call outside the scope once, or for good, or not", async () => {
    const { bench, ada, card } = await planned(
      { title: "Reach out", steps: [step("one")] },
      { responses: [write("a.md"), write("b.md"), write("b.md"), write("c.md"), write("one.md"), done] },
    );
    await approve(ada, card);
    const first = await bench.general.next("a.md");
    expect(labels(first)).toHaveLength(4);
    await ada.click(first, labels(first)[0] ?? "");
    const second = await bench.general.next("b.md");
    await ada.click(second, labels(second)[1] ?? "");
    const third = await bench.general.next("c.md");
    await ada.click(third, labels(third)[2] ?? "");
    await bench.general.next("is completed");
    expect(bench.project.has("a.md")).toBe(true);
    expect(bench.project.has("b.md")).toBe(true);
    expect(bench.project.has("c.md")).toBe(false);
    await atPeace(bench);
  });
});

describe("a step that fails", () => {
  it("is told of, and done again with Retry", async () => {
    const { bench, ada, card } = await planned(
      { title: "Try it", steps: [step("one"), step("two", { depends_on: ["one"] })] },
      { responses: [failed("It did not work."), write("one.md"), done, write("two.md"), done] },
    );
    await approve(ada, card);
    const told = await bench.general.next("failed");
    expect(told.replyTo).toBe(card);
    const again = await ada.click(card, "Retry step 1");
    expect((await again.answered()).text).toContain("Step one is tried again");
    await bench.general.next("is completed");
    await atPeace(bench);
  });

  it("is skipped, and the rest goes on with Retry", async () => {
    const { bench, ada, card } = await planned(
      { title: "Try it", steps: [step("one"), step("two", { depends_on: ["one"] })] },
      { responses: [failed("It did not work."), write("two.md"), done] },
    );
    await approve(ada, card);
    await bench.general.next("failed");
    const skip = await ada.click(card, "Skip step 1");
    const skipped = await ada.submit(skip.modal as LocalModal, { "Why is it not needed?": "not needed" });
    expect((await skipped.answered()).text).toContain("Skipped step one of PLAN-");
    await card.changed(/skipped/);
    await ada.click(card, "Retry");
    await bench.general.next("is completed");
    await atPeace(bench);
  });

  it("again and again is told of each time", async () => {
    const { bench, ada, card } = await planned(
      { title: "Try it", steps: [step("one")] },
      { responses: [failed("First."), failed("Second.")] },
    );
    await approve(ada, card);
    await bench.general.next("First.");
    await ada.click(card, "Retry");
    await bench.general.next(/^❌.*Second\./);
    await atPeace(bench);
  });
});

describe("a budget that is used up", () => {
  it("is asked about, and raised with a button", async () => {
    const { bench, ada, card } = await planned(
      { title: "Spend it", steps: [step("one"), step("two", { depends_on: ["one"] })] },
      {
        responses: [write("one.md"), done, write("two.md"), done],
        agent: { settings: { budget: { tokens: 2500 } } },
      },
    );
    await approve(ada, card);
    const asked = await bench.general.next(/budget/i);
    expect(labels(asked)).toEqual(["Continue", "Stop"]);
    await ada.click(asked, "Continue");
    await bench.general.next("is completed");
    await atPeace(bench);
  });
});

describe("a model that is missing", () => {
  /** zoe signs the plan elsewhere, with a model that the bot does not have. */
  async function missing(options: Parameters<typeof planned>[1] = {}) {
    const made = await planned({ title: "Think it", steps: [step("one")] }, options);
    const { bench, card } = made;
    const { desk, person } = elsewhere(bench);
    const { revision, digest } = (await planOf({ desk }, idOf(card))).proposal;
    const choices = { executor_model: "gone/old" };
    must(await desk.send(idOf(card), { type: "approve", revision, digest, choices }, person));
    const asked = await bench.general.next("The model gone/old is missing; which one is taken instead?");
    await card.changed("A model is missing: choose another one.");
    return { ...made, asked, name: `${bench.model.provider.id}/faux-1` };
  }

  it.each([
    "subagent",
    "session",
  ] as const)("is asked about on a card, and the run continues with the model that is chosen there, by %s", async (execution) => {
    const { bench, ada, card, asked, name } = await missing({ execution });
    expect(labels(asked)).toEqual([name, "Try gone/old again"]);
    expect(labels(card)).toEqual(expect.arrayContaining([name, "Try gone/old again"]));
    expect(labels(card)).not.toContain("Resume");
    const report = calls(["report_step", { step_id: "one", outcome: "done", notes: "" }]);
    bench.model.says(write("one.md"), execution === "subagent" ? done : report);
    await (await ada.click(asked, name)).answered("Your answer is recorded.");
    await bench.general.next("is completed");
    await asked.changed("☑️ ada");
    expect(bench.project.has("one.md")).toBe(true);
    await atPeace(bench);
  });

  it("is replaced with /plan model, which closes the question and continues the run", async () => {
    const { bench, ada, asked, name } = await missing();
    bench.model.says(write("one.md"), done);
    await (await ada.slash(bench.general, "plan model", { model: name })).answered(`is carried out by ${name}`);
    await bench.general.next("is completed");
    await asked.changed("☑️ ada");
    expect(labels(asked)).toEqual([]);
    await atPeace(bench);
  });
});
