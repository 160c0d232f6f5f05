import { describe, expect, it } from "vitest";
import { stepCard } from "../../src/agent/run-cards.ts";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import type { RunningPlan } from "../../src/lifecycle/plan-state.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import { MODE_LOOKS, modeMark } from "../../src/plan/mode-look.ts";
import { MODES, type Step } from "../../src/plan/plan.ts";
import { failureReport } from "../../src/run/failure-report.ts";
import { failureReportText } from "../../src/run/failure-report-text.ts";
import { simulate } from "../../src/run/simulate.ts";
import { simulationText } from "../../src/run/simulation-text.ts";
import { changeMessage } from "../../src/surfaces/cli/run/change-message.ts";
import { progressLines } from "../../src/surfaces/cli/run/progress-lines.ts";
import { runChanges } from "../../src/surfaces/cli/run/run-changes.ts";
import { RunProgress } from "../../src/surfaces/cli/run/run-progress.ts";
import { styleFor } from "../../src/surfaces/cli/style.ts";
import { planText } from "../../src/surfaces/cli/text/plan-text.ts";
import { detailsPage } from "../../src/surfaces/discord/cards/details-message.ts";
import { planCard } from "../../src/surfaces/discord/cards/plan-card.ts";
import { cardContent } from "../../src/surfaces/terminal/cards/card-content.ts";
import { PLAIN } from "../../src/surfaces/terminal/paint.ts";
import { panelLines } from "../../src/surfaces/terminal/panel/panel-lines.ts";
import { panelOfRun } from "../../src/surfaces/terminal/panel/panel-of-run.ts";
import { stepBlock } from "../../src/surfaces/terminal/review/step-block.ts";
import { statusLineOf } from "../../src/surfaces/terminal/status-line/status-line-of.ts";
import { statusLineText } from "../../src/surfaces/terminal/status-line/status-line-text.ts";
import { approve, end, given, givenAgent, later, minutes, planOf, propose, START, start, T0 } from "../builders.ts";
import { cardText } from "./discord/cards/card-text.ts";

type Mode = (typeof MODES)[number];

const WIDTH = 80;
const style = styleFor(false, {});

/** What each surface shows of a plan whose one step has this mode. */
function shown(mode: Mode): { short: Record<string, string>; full: Record<string, string> } {
  const plan = planOf({ id: "a", title: "Do it", mode }, { id: "b", title: "Then this", depends_on: ["a"] });
  const step = plan.steps[0] as Step;
  const proposed = given(propose(plan));
  const ready = later(given(propose(plan), approve(plan)), START);
  const running = later(ready, start("a")) as RunningPlan;
  const failed = later(running, end("a", "failed"), { type: "fail", reason: "no" }) as RunningPlan;
  const report = failureReport(failed);
  const progress = new RunProgress(ready, 0);
  progress.apply({ type: "changed", plan: running }, 0);
  const panel = panelOfRun(running, { now: minutes(3), atWork: new Map([["a", { tokens: 0 }]]) });
  const agent = givenAgent(...([{ type: "enter" }, { type: "submit", plan_id: running.id }] as const), {
    type: "begin",
    approved_by: { kind: "person", surface: "cli", id: "ann", name: "ann" },
    approved_at: T0,
  });
  const line = { sandboxed: true, level: "enforce", waiting: 0, rate_limited: false } as const;
  const block = (unfolded: boolean) => {
    const about = { plan, step, number: 1, leftOut: false, unfolded, remarks: [], earlier: [], comment: "" };
    return stepBlock(PLAIN, about, WIDTH).lines.join("\n");
  };
  const submitted = {
    ...({ card: "plan_submitted", plan_id: running.id, revision: 1, title: "A plan" } as const),
    ...{ steps: [{ title: "Do it", mode: modeMark(mode) }], decisions: 0, questions: [] },
  };
  const simulation = simulate(plan.steps, { max_parallel_steps: 1 });
  return {
    short: {
      "the terminal's review": block(false),
      "the terminal's panel": panel ? panelLines(panel, WIDTH, { paint: PLAIN, folded: false }).join("\n") : "",
      "the terminal's status line": statusLineText(statusLineOf(agent, running, line)) ?? "",
      "the terminal's card of a step": cardContent(stepCard(running.id, running.run, step)).title,
      "the terminal's card of a proposal": JSON.stringify(cardContent(submitted).body),
      "the command line's run in a pipe": runChanges(ready, running)
        .map((change) => changeMessage(change, running)?.words ?? "")
        .join("\n"),
      "the command line's run in a terminal": progressLines(progress, {
        ...{ style, width: WIDTH, height: 20, now: 1_000, canAnswer: false },
      }).join("\n"),
      "a simulation": simulationText(running.id, simulation, WIDTH),
      "the report of a failure": report ? failureReportText(report, { width: WIDTH }) : "",
      "Discord's card of a proposal": cardText(planCard({ plan: proposed, approvers: ANYONE, at: T0 })),
      "Discord's card of a run": cardText(
        planCard({
          ...{ plan: running, approvers: ANYONE, at: T0 },
          atWork: new Map([["a", { subagent_id: "run-1-a-1", attempt: 1, stats: NO_STATS }]]),
        }),
      ),
    },
    full: {
      "the terminal's review, unfolded": block(true),
      "the command line's plan": planText(plan, { style, width: WIDTH }),
      "Discord's details of a step": cardText(detailsPage(proposed, "a").card),
    },
  };
}

describe.each(MODES)("a step for %s", (mode) => {
  const { icon, title } = MODE_LOOKS[mode];
  const { short, full } = shown(mode);

  it.each(Object.keys(short))("has its icon and its word in %s", (where) => {
    expect(short[where]).toContain(`${icon} ${mode}`);
  });

  it.each(Object.keys(full))("has its icon, its word and its title in %s", (where) => {
    expect(full[where]).toContain(`${icon} ${mode}, ${title}`);
  });
});
