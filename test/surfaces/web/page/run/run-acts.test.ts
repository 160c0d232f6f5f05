import { describe, expect, it } from "vitest";
import { MOVES } from "../../../../../src/lifecycle/next-action.ts";
import { withStepNumbers } from "../../../../../src/surfaces/web/page/acts/step-numbers.ts";
import { wishKey, wishOf } from "../../../../../src/surfaces/web/page/acts/wish.ts";
import { runActs, stepActs } from "../../../../../src/surfaces/web/page/run/run-acts.ts";
import { stepViews } from "../../../../../src/surfaces/web/page/run/step-view.ts";
import { type RunName, runPage } from "../run-fixtures.ts";

const acts = (name: RunName) => {
  const { main, more } = runActs(runPage(name));
  const words = (wishes: typeof main) =>
    wishes.map(({ act, change, now, undo }) => [act, change, now && "now", undo && "undo"].filter(Boolean).join(" "));
  return { main: words(main), more: words(more) };
};

describe("what can be done to a plan", () => {
  it("is what the desk offers, most wanted first", () => {
    expect(acts("running")).toEqual({ main: ["pause", "cancel"], more: ["pause now", "clone"] });
    expect(acts("approved").main).toEqual(["start", "cancel"]);
    expect(acts("approved").more).toContain("queue add");
    expect(acts("interrupted").main[0]).toBe("resume");
    expect(acts("failed").main).toEqual(["retry"]);
    expect(acts("completed")).toEqual({ main: [], more: ["rollBack", "clone", "archive"] });
  });

  it("moves a queued plan in the queue", () => {
    expect(acts("queued").more.filter((one) => one.startsWith("queue"))).toEqual([
      "queue first",
      "queue up",
      "queue down",
      "queue remove",
    ]);
  });

  it("is nothing for a person who may only look", () => {
    expect(runActs({ ...runPage("running"), may: [], next: [] })).toEqual({ main: [], more: [] });
  });
});

describe("what can be done about a step", () => {
  const about = (name: RunName, id: string) => {
    const page = runPage(name);
    const view = stepViews(page).find(({ step }) => step.id === id);
    return view && stepActs(view, page).map(({ act }) => act);
  };

  it("depends on how it ended", () => {
    expect(about("running", "accept-both")).toEqual(["retry", "skip"]);
    expect(about("failed", "accept-both")).toEqual(["retry", "rollBack", "skip"]);
    expect(about("interrupted", "rotate")).toEqual(["retry", "rollBack", "skip", "fail"]);
    expect(about("running", "handbook")).toEqual([]);
  });

  it("is left to the form of its request while it asks", () => {
    expect(about("asks", "accept-both")).toEqual([]);
  });
});

describe("an action of the desk", () => {
  const wished = (move: (typeof MOVES)[number], more: object = {}) =>
    wishOf({ move, plan: "PLAN-7c1e90ab", what: "", ...more }, "shop");

  it("is a button or a place of the page", () => {
    expect(wished("retry", { about: "build" })).toEqual({ wish: { act: "retry", step: "build" } });
    expect(wished("pause", { flag: "now" })).toEqual({ wish: { act: "pause", now: true } });
    expect(wished("unqueue")).toEqual({ wish: { act: "queue", change: "remove" } });
    expect(wished("archive", { flag: "undo" })).toEqual({ wish: { act: "archive", undo: true } });
    expect(wished("approve")).toEqual({ href: "/p/shop/PLAN-7c1e90ab/review" });
    expect(wished("watch")).toEqual({ href: "/p/shop/PLAN-7c1e90ab/run" });
    expect(wished("doctor")).toBeUndefined();
  });

  it("has names that differ where the wishes differ", () => {
    const found = MOVES.flatMap((move) => wished(move, { about: "build" }) ?? []).flatMap((one) =>
      "wish" in one ? one.wish : [],
    );
    const keys = new Set([...found, { act: "pause", now: true } as const, { act: "retry" } as const].map(wishKey));
    expect(keys.size).toBe(new Set([...found.map((one) => JSON.stringify(one)), "now", "retry"]).size);
  });
});

describe("what an act will do", () => {
  it("names steps by their numbers, and leaves words that only look like ids", () => {
    const ids = ["is", "run", "accept-both", "whole-suite"];
    const numbers = new Map(ids.map((id, index) => [id, index + 1]));
    const said = (words: string) => withStepNumbers(words, numbers);
    expect(said("Step accept-both runs once more. What it changed stays.")).toBe(
      "Step 3 runs once more. What it changed stays.",
    );
    expect(said("Steps run, accept-both are interrupted.")).toBe("Steps 2, 3 are interrupted.");
    expect(said("Steps that wait for it: accept-both, whole-suite.")).toBe("Steps that wait for it: 3, 4.");
    expect(said("1 file becomes as it was before step accept-both.")).toBe("1 file becomes as it was before step 3.");
    expect(said("The run continues: 1 of 4 is done.")).toBe("The run continues: 1 of 4 is done.");
    expect(said("Step accept-both-2 is gone.")).toBe("Step accept-both-2 is gone.");
  });
});
