import { describe, expect, it } from "vitest";
import { namesOf, partsOf } from "../../../../src/surfaces/web/page/plan/seen/parts.ts";
import {
  LONG_ENOUGH,
  SeenParts,
  slicesOf,
  slicesWithin,
} from "../../../../src/surfaces/web/page/plan/seen/seen-parts.ts";
import { PLAN } from "./review-fixture.ts";

const view = (key: string, inView: number[], slices = 1, drawing = 1) => ({ key, drawing, slices, inView });

describe("what was on the screen", () => {
  it("is seen once it was there for half a second without a break", () => {
    const seen = new SeenParts();
    expect(seen.look(0, [view("a", [0])])).toBe(false);
    expect(seen.look(LONG_ENOUGH - 1, [view("a", [0])])).toBe(false);
    expect(seen.has("a")).toBe(false);
    expect(seen.look(LONG_ENOUGH, [view("a", [0])])).toBe(true);
    expect(seen.has("a")).toBe(true);
  });

  it("begins again if it was gone in between", () => {
    const seen = new SeenParts();
    seen.look(0, [view("a", [0])]);
    seen.look(400, []);
    seen.look(450, [view("a", [0])]);
    seen.look(800, [view("a", [0])]);
    expect(seen.has("a")).toBe(false);
    seen.look(950, [view("a", [0])]);
    expect(seen.has("a")).toBe(true);
  });

  it("is not seen while it is only partly there", () => {
    const seen = new SeenParts();
    seen.look(0, [view("a", [])]);
    seen.look(5000, [view("a", [])]);
    expect(seen.has("a")).toBe(false);
  });

  it("of a long part needs every slice, one after the other", () => {
    const seen = new SeenParts();
    seen.look(0, [view("long", [0, 1], 3)]);
    seen.look(500, [view("long", [0, 1], 3)]);
    seen.look(600, [view("long", [1, 2], 3)]);
    expect(seen.has("long")).toBe(false);
    seen.look(1100, [view("long", [1, 2], 3)]);
    expect(seen.has("long")).toBe(true);
  });

  it("of a part that gets another height begins again", () => {
    const seen = new SeenParts();
    seen.look(0, [view("a", [0, 1], 3)]);
    seen.look(500, [view("a", [0, 1], 3)]);
    seen.look(600, [view("a", [], 2)]);
    expect(seen.has("a")).toBe(false);
  });

  it("counts each drawing of a part on its own", () => {
    const seen = new SeenParts();
    seen.look(0, [view("a", [0], 1, 1)]);
    seen.look(400, [view("a", [0], 1, 2)]);
    seen.look(600, [view("a", [0], 1, 2)]);
    expect(seen.has("a")).toBe(false);
    seen.look(900, [view("a", [0], 1, 2)]);
    expect(seen.has("a")).toBe(true);
  });
});

describe("slices of a part", () => {
  it("are low enough for a scroller that is much smaller than the screen", () => {
    expect(slicesOf(100, 800)).toBe(1);
    expect(slicesOf(160, 800)).toBe(1);
    expect(slicesOf(161, 800)).toBe(2);
    expect(slicesOf(2000, 800)).toBe(13);
  });

  it("are never higher than half of a small screen", () => {
    expect(slicesOf(160, 200)).toBe(2);
  });

  it("count where they lie whole on the screen", () => {
    const screen = { top: 0, bottom: 800 };
    expect(slicesWithin({ top: -300, height: 1600 }, screen, 4)).toEqual([1]);
    expect(slicesWithin({ top: 10, height: 100 }, screen, 1)).toEqual([0]);
    expect(slicesWithin({ top: -10, height: 100 }, screen, 1)).toEqual([]);
    expect(slicesWithin({ top: 720, height: 100 }, screen, 1)).toEqual([]);
  });
});

describe("the parts of a plan", () => {
  it("are everything that is signed, in the order of the page", () => {
    expect(partsOf(PLAN).map(({ name }) => name)).toEqual([
      "the summary",
      ...PLAN.steps.map((_, index) => `step ${index + 1}`),
      "the goal",
      "the decision Signing algorithm",
      "the decision Lifetime of a refresh token",
      "the questions",
      "the assumptions",
      "the risks",
      "the validation",
      "Rollout",
      "the context",
    ]);
  });

  it("are named together", () => {
    const parts = partsOf(PLAN);
    expect(namesOf(parts.slice(6, 10))).toBe("steps 6, 7, 8 and 9");
    expect(namesOf(parts.slice(9, 12))).toBe("step 9, the goal and the decision Signing algorithm");
  });
});
