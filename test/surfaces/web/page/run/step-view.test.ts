import { describe, expect, it } from "vitest";
import { firstStep } from "../../../../../src/surfaces/web/page/run/first-step.ts";
import {
  against,
  nodeNote,
  type StepView,
  spentBy,
  stepViews,
} from "../../../../../src/surfaces/web/page/run/step-view.ts";
import { stepFacts, stepSentence } from "../../../../../src/surfaces/web/page/run/step-words.ts";
import { runPage } from "../run-fixtures.ts";

const NOW = new Date();
const viewOf = (views: readonly StepView[], id: string): StepView => {
  const found = views.find(({ step }) => step.id === id);
  if (found === undefined) throw new Error(`There is no step ${id}.`);
  return found;
};

describe("the steps of a run, as they are shown", () => {
  const views = stepViews(runPage("running"));

  it("are in the order of the plan, with their numbers", () => {
    expect(views.map(({ number, step }) => `${number} ${step.id}`).slice(0, 2)).toEqual([
      "1 find-uses",
      "2 pin-sign-in",
    ]);
  });

  it("name by number what they wait for", () => {
    expect(viewOf(views, "tell-gateway").needs).toEqual([7, 8]);
    expect(nodeNote(viewOf(views, "whole-suite"), NOW)).toBe("needs 5, 6");
  });

  it("tell a failed check from a failed step", () => {
    expect(nodeNote(viewOf(views, "accept-both"), NOW)).toBe("check failed");
    expect(stepSentence(viewOf(views, "accept-both"))).toBe("Step 5 says it is done. Its check says it is not.");
    expect(stepFacts(viewOf(views, "accept-both"))).toEqual(["its check: exit code 1", "4 min", "first attempt"]);
    const failed = {
      ...viewOf(views, "accept-both"),
      state: { status: "failed", attempts: 2, notes: "no such file" },
    } as const;
    expect(nodeNote(failed, NOW)).toBe("failed");
    expect(stepSentence(failed)).toBe("Step 5 failed.");
    expect(stepFacts(failed)).toEqual(["no such file", "2 attempts"]);
  });

  it("say how long they took and what they cost, a command that it was one", () => {
    expect(nodeNote(viewOf(views, "sign-tokens"), NOW)).toBe("7 min · $0.14");
    expect(nodeNote(viewOf(views, "add-table"), NOW)).toBe("22 s · command");
    expect(nodeNote(viewOf(views, "rotate"), NOW)).toMatch(/^4:1\d · 9 calls$/);
  });

  it("wait for a person while a request about them is open", () => {
    const asking = viewOf(stepViews(runPage("asks")), "accept-both");
    expect(asking.status).toBe("waits");
    expect(nodeNote(asking, NOW)).toBe("asks for more");
  });

  it("are pending before a run, and say what they left out", () => {
    const page = runPage("approved");
    const standing = page.standing && {
      ...page.standing,
      choices: { ...page.standing.choices, left_out: ["handbook"] },
    };
    const before = stepViews({ ...page, ...(standing && { standing }) });
    expect(viewOf(before, "handbook").status).toBe("left_out");
    expect(viewOf(before, "tell-gateway").needs).toEqual([7]);
    expect(nodeNote(viewOf(before, "find-uses"), NOW)).toBe("about 1 min");
  });

  it("add what runs to what ended attempts used", () => {
    expect(spentBy(viewOf(views, "rotate"))).toEqual({ seconds: 0, tokens: 26_000, cost: 0.07 });
    expect(spentBy(viewOf(views, "sign-tokens")).tokens).toBe(44_000);
  });
});

describe("the step that is shown first", () => {
  it("is the one that needs a person, then the one that runs, then the last that ran", () => {
    const first = (name: Parameters<typeof runPage>[0]) => firstStep(stepViews(runPage(name)))?.step.id;
    expect(first("running")).toBe("accept-both");
    expect(first("asks")).toBe("accept-both");
    expect(first("interrupted")).toBe("rotate");
    expect(first("completed")).toBe("handbook");
    expect(first("approved")).toBe("find-uses");
  });
});

describe("a comparison with an estimate", () => {
  it.each([
    [110, 100, "+10 %"],
    [96, 100, "−4 %"],
    [100, 100, "as estimated"],
    [100, 0, undefined],
    [0, 100, undefined],
    [5, undefined, undefined],
  ])("of %s with %s says %s", (actual, estimated, words) => {
    expect(against(actual, estimated)).toBe(words);
  });
});
