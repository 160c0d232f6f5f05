import { describe, expect, it } from "vitest";
import { unfinishedJson } from "../../src/acts/unfinished-plans.ts";
import { totalsCard } from "../../src/agent/run-cards.ts";
import { planRow } from "../../src/desk/plan-row.ts";
import type { PlanView } from "../../src/desk/plan-view.ts";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import { countsWords } from "../../src/lifecycle/counts-words.ts";
import type { RunningPlan } from "../../src/lifecycle/plan-state.ts";
import { stepCounts } from "../../src/lifecycle/step-counts.ts";
import { failureReport } from "../../src/run/failure-report.ts";
import { failureReportSummary, failureReportText } from "../../src/run/failure-report-text.ts";
import { planJson } from "../../src/surfaces/cli/plan-json.ts";
import { endText } from "../../src/surfaces/cli/run/end-text.ts";
import { progressLines } from "../../src/surfaces/cli/run/progress-lines.ts";
import { RunProgress } from "../../src/surfaces/cli/run/run-progress.ts";
import { summaryText } from "../../src/surfaces/cli/run/summary-text.ts";
import { styleFor } from "../../src/surfaces/cli/style.ts";
import { unfinishedText } from "../../src/surfaces/cli/text/unfinished-text.ts";
import { planCard } from "../../src/surfaces/discord/cards/plan-card.ts";
import { plansMessage } from "../../src/surfaces/discord/cards/plans-message.ts";
import { statusMessage } from "../../src/surfaces/discord/cards/status-message.ts";
import { browserItems } from "../../src/surfaces/terminal/browser/browser-items.ts";
import { itemLines } from "../../src/surfaces/terminal/browser/item-lines.ts";
import { cardContent } from "../../src/surfaces/terminal/cards/card-content.ts";
import { PLAIN } from "../../src/surfaces/terminal/paint.ts";
import { panelLines } from "../../src/surfaces/terminal/panel/panel-lines.ts";
import { panelOfRun } from "../../src/surfaces/terminal/panel/panel-of-run.ts";
import { unfinishedWords } from "../../src/surfaces/terminal/unfinished-words.ts";
import { approve, end, given, givenAgent, later, minutes, planOf, propose, START, skip, start } from "../builders.ts";
import { cardText } from "./discord/cards/card-text.ts";

const PLAN = planOf("done", "skipped", "lost", "broken", "open", "out");
const plan = later(
  given(propose(PLAN), approve(PLAN, { choices: { left_out: ["out"] } }), START),
  ...([start("done"), end("done"), skip("skipped"), start("lost"), end("lost", "interrupted")] as const),
  ...([start("broken"), end("broken", "failed")] as const),
) as RunningPlan;
const failed = later(plan, { type: "fail", reason: "no" }) as RunningPlan;
const look = { style: styleFor(false, {}), width: 120 };
const row = (state: RunningPlan) => {
  const found = planRow(state.id, { kind: "standing", state } as PlanView);
  if (found === undefined) throw new Error("A plan has a row.");
  return found;
};
const report = (state: RunningPlan) => {
  const found = failureReport(state);
  if (found === undefined) throw new Error("A run has a report.");
  return found;
};
const panel = panelOfRun(plan, { now: minutes(9) });

/** What every surface shows of one plan with a left-out, a skipped, an interrupted and a failed step. */
const SHOWN: Record<string, string> = {
  "the list of plans for programs": `${row(plan).steps_done}/${row(plan).steps}`,
  "a plan for programs": fraction(planJson(plan)["counts"]),
  "an unfinished plan for programs": `${unfinishedJson(plan)["steps_done"]}/${unfinishedJson(plan)["steps"]}`,
  "the command line's unfinished plans": unfinishedText([{ plan: plan as RunningPlan }], {
    ...look,
    now: new Date(minutes(9)),
  }),
  "the command line's picture of a run": progressLines(new RunProgress(plan, 0), {
    ...{ ...look, height: 30, now: 0, canAnswer: false },
  }).join("\n"),
  "the command line's end of a run that was left": endText({ how: "left", plan }, look),
  "the command line's end of a run that waits": endText({ how: "waiting", plan, reasons: [] }, look),
  "the command line's summary": summaryText(plan, look),
  "the report of a failure": failureReportText(report(failed)),
  "the record of a failure": failureReportSummary(report(failed)),
  "the terminal's unfinished plans": unfinishedWords(plan),
  "the terminal's panel": panel ? panelLines(panel, 120, { paint: PLAIN, folded: true }).join("\n") : "",
  "the terminal's list": browserItems({
    plans: [{ row: row(plan), next: [], mayReview: false }],
    requests: [],
    now: minutes(9),
  })
    .flatMap((item) => itemLines(item, 100, { now: minutes(9), paint: PLAIN, isSelected: false }))
    .join("\n"),
  "the terminal's card of the end": cardContent(totalsCard(failed, "failed", minutes(9)))
    .body.map((line) => ("text" in line ? line.text : ""))
    .join("\n"),
  "Discord's card": cardText(planCard({ plan, approvers: ANYONE, at: minutes(9) })),
  "Discord's card of a failure": cardText(planCard({ plan: failed, approvers: ANYONE, at: minutes(9) })),
  "Discord's status": cardText(statusMessage({ name: "scout", agent: givenAgent(), plan })),
  "Discord's list": cardText(plansMessage({ rows: [row(plan)] })),
};

describe("a plan with a left-out, a skipped, an interrupted and a failed step", () => {
  it.each(Object.keys(SHOWN))("has 2 of 5 steps done in %s", (where) => {
    const found = [...(SHOWN[where] ?? "").matchAll(/(\d+)(?:\/| of )(\d+)(?= |`|$|\n)/g)].map(
      ([, a, b]) => `${a}/${b}`,
    );
    expect(new Set(found)).toEqual(new Set(["2/5"]));
  });

  it("says the same of the other steps wherever it says anything of them", () => {
    const words = "2 of 5 steps done (1 skipped), 1 failed, 1 interrupted, 1 not started, 1 left out";
    expect(countsWords(stepCounts(plan))).toBe(words);
    for (const where of ["the command line's summary", "the record of a failure", "Discord's card of a failure"])
      expect(SHOWN[where]).toContain(words);
  });
});

function fraction(counts: unknown): string {
  const { done, total } = counts as { done: number; total: number };
  return `${done}/${total}`;
}
