import { describe, expect, it } from "vitest";
import { columns } from "../../../src/plan/wrap.ts";
import { calls } from "../../agent/bench/model.ts";
import { openPlanBench, PLAN } from "./plan-bench.ts";

describe("/plan-stats", () => {
  it("says that there is nothing to count, then counts; and knows a time when it is told one", async () => {
    const bench = await openPlanBench({ rows: 60 });
    await bench.submit("/plan-stats");
    await bench.shows("There are no plans yet. /plan <goal> starts one.");
    bench.says(calls(["write", { path: "a.txt", content: "no" }], ["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/1 approve/);
    await bench.press("3");
    await bench.shows(/reject/i);
    await bench.press("escape");
    await bench.press("escape");
    await bench.hides("1 approve");
    await bench.submit("/plan-stats 30d");
    const screen = await bench.shows(/1 plan since \d{4}-/);
    expect(screen).toContain("1 proposed");
    expect(screen.replace(/\s+/g, " ")).toContain("Denied most write 1");
    expect(screen.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
    await bench.submit("/plan-stats yesterday");
    await bench.shows(/"yesterday" is no time\.[\s\S]*\/plan-stats 30d, 12h, 2w or 2026-11-01/);
  });
});
