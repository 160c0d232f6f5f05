import type { LivePlan } from "../lifecycle/plan-state.ts";
import { failureReport } from "../run/failure-report.ts";
import { failureReportText } from "../run/failure-report-text.ts";
import type { NextMove } from "../run/next-moves.ts";

/** How a run ended, and what can be done now, as it is said in a session. */
export function runReport(plan: LivePlan, width = 76): string {
  const report = failureReport(plan);
  if (report === undefined) return `${plan.id} is ${plan.status}.`;
  return failureReportText(report, { width, call: moveInSession });
}

/** How a move is called in a session. */
export function moveInSession({ move, about }: NextMove): string {
  if (move === "clone") return "countersign clone";
  if (move === "skip") return `/plan skip ${about} <reason>`;
  if (move === "decide") return `/plan decide ${about} <choice>`;
  return `/plan ${move}${about === undefined ? "" : ` ${about}`}`;
}
