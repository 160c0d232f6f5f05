import { describe, expect, it } from "vitest";
import { sumUp } from "../../../../src/surfaces/web/page/pages/statistics/sum-up.ts";
import { FIXTURES } from "./fixtures.ts";

const found = FIXTURES.statistics?.(new URLSearchParams());

describe("the numbers of several projects", () => {
  const [project] = found?.projects ?? [];
  if (!project) throw new Error("The fixtures have statistics.");
  const { statistics } = project;
  const other = {
    ...project,
    key: "other",
    statistics: {
      ...statistics,
      plans: { ...statistics.plans, total: 86 },
      approval: { approved: 18, rejected: 2, seconds: { count: 18, median: 60, p90: 90, most: 100 } },
      revisions: { mean: 2.6, spread: { count: 86, median: 2, p90: 6, most: 9 } },
    },
    journals: { total: 100, broken: 3 },
  };

  it("add up where a sum means something", () => {
    const summed = sumUp({ projects: [project, other] });
    expect(summed.approval).toEqual({ approved: 200, decided: 229 });
    expect(summed.plans).toBe(300);
    expect(summed.spent.cost).toBeCloseTo(2 * statistics.spent.cost);
    expect(summed.journals).toEqual({ total: 314, broken: 3 });
    expect(summed.modes[0]).toEqual({ name: "code", value: 62, of: 824 });
    expect(summed.denied.map(({ name, value }) => [name, value])[0]).toEqual(["edit", 296]);
  });

  it("weigh a mean by the plans behind it, and keep medians apart", () => {
    const summed = sumUp({ projects: [project, other] });
    expect(summed.revisions?.mean).toBeCloseTo((1.6 * 214 + 2.6 * 86) / 300);
    expect(summed.revisions?.most).toBe(9);
    expect(summed.waits.map(({ median }) => median)).toEqual([360, 60]);
    expect(summed.spent.medianCost).toBeUndefined();
    expect(sumUp({ projects: [project] }).spent.medianCost).toBe(0.14);
  });
});
