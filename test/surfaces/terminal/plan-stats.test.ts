import { describe, expect, it } from "vitest";
import { columns } from "../../../src/plan/wrap.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
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

  it("fits a narrow terminal, as /plan simulate does", async () => {
    const before = process.stdout.columns;
    afterTest(() => (process.stdout.columns = before));
    process.stdout.columns = 60;
    const bench = await openPlanBench({ columns: 60, rows: 60 });
    const [step] = PLAN.steps;
    const title = "Write the word that everybody has agreed on, and none of the others";
    const plan = { ...PLAN, steps: [{ ...step, title }] };
    bench.says(calls(["write", { path: "a.txt", content: "no" }], ["submit_plan", { plan }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/1 approve/);
    await bench.press("escape");
    await bench.hides("1 approve");
    await bench.submit("/plan-stats");
    await bench.shows(/ {3}Denied most\n {5}write 1\n/);
    await bench.submit("/plan simulate");
    const run = /Dry run of .*\n\n([\s\S]*)\n\n Total/.exec(await bench.shows(/Total: about/))?.[1]?.split("\n") ?? [];
    expect(run[0]).toMatch(/^ 1\. {2}write: Write the word that everybody/);
    expect(run.slice(1).filter((line) => !line.startsWith("     "))).toEqual([]);
  });
});
