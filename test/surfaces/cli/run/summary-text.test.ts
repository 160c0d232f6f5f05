import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LivePlan } from "../../../../src/lifecycle/plan-state.ts";
import { NO_STATS } from "../../../../src/lifecycle/step-result.ts";
import { columns } from "../../../../src/plan/wrap.ts";
import { summaryText } from "../../../../src/surfaces/cli/run/summary-text.ts";
import { styleFor } from "../../../../src/surfaces/cli/style.ts";
import { unfinishedText } from "../../../../src/surfaces/cli/text/unfinished-text.ts";
import { runningPlan } from "./running-plan.ts";

const style = styleFor(false, {});

function completed(titles: readonly string[]): LivePlan {
  return runningPlan({
    steps: titles.map((title, at) => ({
      ...{ id: `step-${at}`, title, estimate: { tokens: 40_000, cost: 0.3, minutes: 5 } },
      state: {
        ...{ status: "completed", attempts: 1 },
        spent: { ...NO_STATS, duration_seconds: 12, prompt_tokens: 11_000, completion_tokens: 1_400, cost: 0.12 },
        result: { output: "", stats: NO_STATS, artifacts: [{ path: `src/${title}`, how: "changed" }] },
      },
    })),
  });
}

describe("the summary of a run", () => {
  it("tells what each step took, and in brackets what was expected", () => {
    const text = summaryText(completed(["Copy them", "Check"]), { style, width: 80 });
    expect(text).toMatch(/time \(estimated\) +tokens +cost\n/);
    expect(text).toMatch(/✓ step-0: Copy them +12 s \(5 min\) +12k \(40k\) +\$0\.12 \(\$0\.30\)\n/);
    expect(text).toMatch(/ total +24 s \(10 min\) +25k \(80k\) +\$0\.24 \(\$0\.60\)\n/);
    expect(text).toContain("2 files changed:\n  ~ src/Check (changed by step-1)");
  });

  it("fits into 60 columns whatever the steps are called, and so does what is said of stuck plans", () => {
    const titles = fc.array(fc.string({ unit: "grapheme", maxLength: 80 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(titles, fc.integer({ min: 60, max: 100 }), (names, width) => {
        const plan = completed(names);
        const now = new Date("2026-01-01T03:00:00.000Z");
        const text = `${summaryText(plan, { style, width })}\n${unfinishedText([{ plan: runningPlan({ title: names[0] ?? "", steps: [] }) }], { style, width, now })}`;
        expect(text.split("\n").filter((line) => columns(line) > width)).toEqual([]);
        expect(text).not.toMatch(/[\p{Cc}--\n]/v);
      }),
    );
  });

  it("says of an unfinished plan since when, how far, and what can be done", () => {
    const now = new Date("2026-01-01T03:00:00.000Z");
    const text = unfinishedText([{ plan: runningPlan({ title: "Move them", steps: [{ id: "a", title: "A" }] }) }], {
      style,
      width: 80,
      now,
    });
    expect(text.split("\n").slice(0, 5)).toEqual([
      "PLAN-0000abcd is unfinished: started 3 hours ago, 0 of 1 step done",
      "  Move them",
      "  To continue it: countersign resume PLAN-0000abcd",
      "  To mark the plan as failed: countersign fail PLAN-0000abcd",
      "  To cancel it: countersign cancel PLAN-0000abcd",
    ]);
  });
});
