import { interruptedSteps } from "../../../acts/interrupted-steps.ts";
import { doneWords } from "../../../lifecycle/counts-words.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { visible } from "../../../plan/visible.ts";
import { wrap } from "../../../plan/wrap.ts";
import type { RunEnd } from "../../../run/execute.ts";
import { failureReport } from "../../../run/failure-report.ts";
import { failureReportText } from "../../../run/failure-report-text.ts";
import { callAction } from "../call-action.ts";
import type { Style } from "../style.ts";
import { runQuestions } from "./run-questions.ts";
import { summaryText } from "./summary-text.ts";

interface EndOptions {
  style: Style;
  width: number;
}

/** How a run ended, its effort, and the next commands. */
export function endText(end: RunEnd, { style, width }: EndOptions): string {
  switch (end.how) {
    case "completed":
      return `\n${summaryText(end.plan, { style, width })}`;
    case "failed":
    case "cancelled":
      return `\n${failedText(end.plan, style, width)}`;
    case "left":
      return `\n${leftText(end.plan, style, width)}`;
    case "waiting":
      return `\n${waitingText(end.plan, end.reasons, style, width)}`;
    case "lost":
      return `\n${style.red("Stopped")}: ${visible(end.refusal.message, { spelled: true })}`;
  }
}

function failedText(plan: LivePlan, style: Style, width: number): string {
  const report = failureReport(plan);
  if (report === undefined) return style.red(`${plan.id} is ${plan.status}.`);
  const [first = "", ...rest] = failureReportText(report, { width, call: callAction }).split("\n");
  return [style.bold(style.red(first)), ...rest].join("\n");
}

function leftText(plan: LivePlan, style: Style, width: number): string {
  const lost = interruptedSteps(plan).map(({ step_id }) => step_id);
  const which = lost.length === 0 ? "" : ` ${lost.join(", ")} ${lost.length === 1 ? "was" : "were"} interrupted.`;
  return [
    ...wrap(`Stopped ${plan.id}: it is paused, ${doneWords(stepCounts(plan))}.${which}`, width).map((line) =>
      style.yellow(line),
    ),
    `  countersign run ${plan.id} --resume`,
  ].join("\n");
}

function waitingText(plan: LivePlan, reasons: readonly string[], style: Style, width: number): string {
  // Without the pause: this process paused the plan just now.
  const questions = runQuestions(plan).filter(({ id }) => id !== `${plan.id}/paused`);
  const lines = reasons.flatMap((reason) => wrap(`- ${visible(reason)}`, width));
  return [
    style.yellow(`${plan.id} waits for a person; ${doneWords(stepCounts(plan))}.`),
    ...lines,
    ...questions.flatMap(({ command }) => wrap(`  ${visible(command)}`, width)),
    `Then: countersign run ${plan.id} --resume`,
  ].join("\n");
}
