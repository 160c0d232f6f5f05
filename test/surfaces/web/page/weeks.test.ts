import { describe, expect, it } from "vitest";
import { spansOf } from "../../../../src/surfaces/web/page/pages/statistics/weeks-chart.tsx";

const day = (name: string, approved = 1) => ({ day: name, proposed: 2, approved, rejected: 0, cost: 0, tokens: 0 });

describe("the time on the chart of plans", () => {
  it("has every day of a month, also those without a plan", () => {
    const spans = spansOf([day("2026-11-02"), day("2026-11-18")], "2026-11-18");
    expect(spans).toHaveLength(17);
    expect(spans.filter(({ proposed }) => proposed > 0).map(({ label }) => label)).toEqual(["2", "18"]);
  });

  it("begins a fortnight ago if the first plan is younger", () => {
    expect(spansOf([day("2026-11-18")], "2026-11-18")).toHaveLength(14);
    expect(spansOf([], "2026-11-18")).toEqual([]);
  });

  it("has weeks from Monday to Sunday, numbered as calendars number them, if it is longer", () => {
    const spans = spansOf(
      [day("2025-12-29"), day("2026-01-04", 3), day("2026-01-05", 5), day("2026-03-01", 0)],
      "2026-03-01",
    );
    expect(spans.slice(0, 2)).toEqual([
      { label: "1", title: "week of 2025-12-29", proposed: 4, approved: 4, rejected: 0 },
      { label: "2", title: "week of 2026-01-05", proposed: 2, approved: 5, rejected: 0 },
    ]);
    expect(spans).toHaveLength(9);
  });
});
