import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { failureReport } from "../run/failure-report.ts";
import { failureReportText } from "../run/failure-report-text.ts";
import type { NextMove } from "../run/next-moves.ts";

/** How a run ended, and what can be done now, as it is said in a session. */
export function runReport(plan: LivePlan, call: CallMove = moveInSession): string {
  const report = failureReport(plan);
  if (report === undefined) return `${plan.id} is ${plan.status}.`;
  return failureReportText(report, { width: 76, call: (move) => call(move, plan.id) });
}

/** How a surface calls a move of a plan. */
export type CallMove = (move: NextMove, id: PlanId) => string;

/** How it is called in a terminal. */
function moveInSession({ move, about }: NextMove): string {
  if (move === "clone") return "countersign clone";
  if (move === "skip") return `/plan skip ${about} <reason>`;
  if (move === "decide") return `/plan decide ${about} <choice>`;
  return `/plan ${move}${about === undefined ? "" : ` ${about}`}`;
}
