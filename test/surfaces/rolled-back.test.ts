import { describe, expect, it } from "vitest";
import { fileStatus } from "../../src/desk/file-status.ts";
import { planRow } from "../../src/desk/plan-row.ts";
import type { PlanView } from "../../src/desk/plan-view.ts";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import { writeMarkdown } from "../../src/plan/write-markdown.ts";
import { planJson } from "../../src/surfaces/cli/plan-json.ts";
import { summaryText } from "../../src/surfaces/cli/run/summary-text.ts";
import { styleFor } from "../../src/surfaces/cli/style.ts";
import { livePlanText } from "../../src/surfaces/cli/text/found-plan-text.ts";
import { plansText } from "../../src/surfaces/cli/text/plans-text.ts";
import { detailsPage } from "../../src/surfaces/discord/cards/details-message.ts";
import { planCard } from "../../src/surfaces/discord/cards/plan-card.ts";
import { plansMessage } from "../../src/surfaces/discord/cards/plans-message.ts";
import { statusMessage } from "../../src/surfaces/discord/cards/status-message.ts";
import { planLook } from "../../src/surfaces/terminal/browser/plan-look.ts";
import { PLAIN } from "../../src/surfaces/terminal/paint.ts";
import { panelLines } from "../../src/surfaces/terminal/panel/panel-lines.ts";
import { panelOfRun } from "../../src/surfaces/terminal/panel/panel-of-run.ts";
import { approve, given, givenAgent, later, minutes, planOf, propose, START, start } from "../builders.ts";
import { cardText } from "./discord/cards/card-text.ts";

const PLAN = planOf("a", "b");
const result = { output: "", stats: NO_STATS, artifacts: [{ path: "src/a.ts", how: "changed" as const }] };
const done = (step_id: string): PlanCommand[] => [
  start(step_id),
  { type: "end_step", step_id, outcome: "completed", result },
];
const ran = given(propose(PLAN), approve(PLAN), START, ...done("a"), ...done("b"));
const completed = later(ran, { type: "complete" });
const back = (...steps: string[]): PlanCommand => ({ type: "roll_back", steps, to: "before" });
const whole = later(completed, back("a", "b"));
const partly = later(completed, back("b"));

const look = { style: styleFor(false, {}), width: 120, now: new Date(minutes(9)) };

function row(state: LivePlan) {
  const found = planRow(state.id, { kind: "standing", state } as PlanView);
  if (found === undefined) throw new Error("A plan has a row.");
  return found;
}

const SHOWN: Record<string, (state: LivePlan) => string> = {
  "the command line's list": (state) => plansText({ rows: [row(state)], outdated: [] }, { ...look, isFiltered: false }),
  "the command line's show": (state) => livePlanText(state, look),
  "the terminal's list": (state) =>
    planLook({ row: row(state), next: [], mayReview: false }).words.replace("/2", " of 2 steps"),
  "Discord's list": (state) => cardText(plansMessage({ rows: [row(state)] })),
  "Discord's status": (state) => cardText(statusMessage({ name: "scout", agent: givenAgent(), plan: state })),
  "Discord's card": (state) => cardText(planCard({ plan: state, approvers: ANYONE, at: minutes(9) })),
};

describe("a completed plan that was rolled back", () => {
  it.each(Object.entries(SHOWN))("says so in %s", (_, shown) => {
    expect(shown(completed)).not.toMatch(/rolled back/i);
    expect(shown(whole)).toMatch(/rolled back/);
    expect(shown(whole)).not.toMatch(/steps rolled back/);
    expect(shown(partly)).toMatch(/1 of 2 steps rolled back/);
  });

  it("shows which steps, by their marks, on every surface and in its file", () => {
    expect(livePlanText(partly, look)).toMatch(/1\. \[x\] a[\s\S]*2\. \[↶\] b +b · rolled back/);
    expect(livePlanText(partly, look)).toContain("ann rolled back b");
    expect(summaryText(partly, look)).toMatch(/✓ a: a[\s\S]*↶ b: b/);
    const card = cardText(planCard({ plan: partly, approvers: ANYONE, at: minutes(9) }));
    expect(card).toMatch(/✅ 1\..*\n↩️ 2\..* · rolled back/);
    expect(cardText(detailsPage(partly, "b").card)).toContain("rolled back");
    const file = writeMarkdown(PLAN, fileStatus(partly));
    expect(file).toMatch(/1\. \[x\] \*\*a\*\*[\s\S]*2\. \[ \] \*\*b\*\* `b`\n +- status: rolled_back/);
  });

  it("tells programs how many steps, which, by whom and when", () => {
    expect(row(whole)).toMatchObject({ steps: 2, steps_done: 0, steps_rolled_back: 2 });
    expect(planJson(partly)).toMatchObject({
      status: "completed",
      counts: { total: 2, done: 1, rolled_back: 1 },
      steps: [
        { id: "a", status: "completed" },
        { id: "b", status: "rolled_back" },
      ],
      rolled_back: [{ steps: ["b"], to: "before", by: { name: "ann" } }],
    });
  });

  it("counts no changed files of what was taken back", () => {
    const card = (state: LivePlan) => cardText(planCard({ plan: state, approvers: ANYONE, at: minutes(9) }));
    expect(card(completed)).toContain("1 file changed");
    expect(card(whole)).not.toContain("1 file changed");
    expect(summaryText(whole, look)).not.toContain("src/a.ts");
  });
});

describe("a run that goes on after a step was rolled back", () => {
  const paused = later(ran, { type: "pause" }, back("b"));

  it("shows the step as rolled back until it starts again", () => {
    const strip = (state: LivePlan) => {
      const panel = panelOfRun(state, { now: minutes(9) });
      return panel ? panelLines(panel, 100, { paint: PLAIN, folded: false }).join("\n") : "";
    };
    expect(strip(paused)).toMatch(/1\/2[\s\S]*✓ a +↶ b/);
    const again = later(paused, { type: "resume" }, start("b"));
    expect(strip(again)).toMatch(/◐ b/);
    expect(planJson(again)).toMatchObject({ counts: { rolled_back: 0, in_progress: 1 } });
  });
});
