import { describe, expect, it } from "vitest";
import { approve } from "../../agent/bench/approve.ts";
import { calls } from "../../agent/bench/model.ts";
import { DECISION_PLAN, openPlanBench, type PlanBench } from "./plan-bench.ts";

const RULE = /^─+$/;

const SCREENS = (["regular", "fullscreen"] as const).flatMap((mode) =>
  [[80, 24] as const, [120, 40] as const, [60, 20] as const].map(([columns, rows]) => ({ mode, columns, rows })),
);

describe.each(SCREENS)("in a $mode terminal of $columns by $rows", ({ mode, columns, rows }) => {
  async function planning(): Promise<PlanBench> {
    const bench = await openPlanBench({ columns, rows, settings: { tuiMode: mode } });
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["ask_user", { question: "Which word?", options: ["two", "three"] }]),
      calls(["submit_plan", { plan: DECISION_PLAN }]),
      // The first step is at work.
      () => new Promise(() => {}),
    );
    await bench.submit("/plan let a.txt say two");
    return bench;
  }

  it("a question covers neither the panel nor what the agent did last", async () => {
    const bench = await planning();
    await bench.shows("Which word?");
    const lines = (await bench.shows("Planning ·")).split("\n");
    const end = lines.lastIndexOf("   t  In my own words…") + 3;
    const start = lines.findLastIndex((line, at) => at < end && RULE.test(line));
    expect(lines[start - 1]).toMatch(/^ ◇ Planning · let a.txt say two · .* 1 refused$/);
    // A question of nine lines, on the last rows.
    expect([end - start, lines.length]).toEqual([9, rows]);
    expect(lines.slice(0, start).filter((line) => line.includes("Planning ·"))).toHaveLength(1);
    expect(lines.slice(0, start).join("\n")).toContain("⊘ write was refused");
  });

  it("a decision covers neither the panel nor the step that runs; once it is put aside, the panel is above the editor", async () => {
    const bench = await planning();
    await bench.shows("Which word?");
    await bench.press("1");
    const review = await bench.shows(/revision 1\n[\s\S]*1 approve/);
    expect(review.split("\n")[0]).toMatch(/^ Say a word +revision 1$/);
    await approve(bench);
    await bench.shows("Which word?");
    // The last card of the transcript is above both.
    const shown = await bench.shows(/◐ Step 1 of 2 started: Write it\n+ ▾ Say a word .*\n +◐ write /);
    const lines = shown.split("\n");
    const heading = lines.lastIndexOf(" ? To be decided: Word");
    expect(lines.slice(heading - 3, heading)).toEqual([
      expect.stringMatching(/^ ▾ Say a word .* 0\/2 .*1 decision waits$/),
      expect.stringMatching(/^ {3}◐ write 0:\d\d .*○ more/),
      expect.stringMatching(RULE),
    ]);
    expect(lines.filter((line) => line.includes("◐ write"))).toHaveLength(1);
    await bench.press("escape");
    const aside = (await bench.hides("Esc: answer later")).split("\n");
    const step = aside.findIndex((line) => line.includes("◐ write"));
    expect(aside.slice(step + 1, step + 4)).toEqual([expect.stringContaining("──"), "", expect.stringMatching(RULE)]);
    await bench.submit("/plans");
    expect((await bench.shows("esc close")).split("\n")[0]).toMatch(/^ Plans · 1 waits for you +1 plan$/);
  });

  it("a dialog covers nothing of the transcript while there is no panel", async () => {
    const bench = await openPlanBench({ columns, rows, settings: { tuiMode: mode } });
    await bench.submit("/plan help");
    await bench.shows(/plans\s+any goal\./);
    await bench.submit("/plan stats");
    await bench.shows(/plans\s+any goal\.\n[\s\S]*Did you mean the command or a goal\?/);
    await bench.press("escape");
    expect(await bench.shows("To plan it as a goal")).toMatch(/stats\n+─+\n\/plan stats\n/);
  });
});
