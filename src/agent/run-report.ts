import type { CallAction } from "../lifecycle/next-action.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { failureReport } from "../run/failure-report.ts";
import { failureReportText } from "../run/failure-report-text.ts";

/** The result of a run and the next actions, as a session shows them. */
export function runReport(plan: LivePlan, call: CallAction): string {
  const report = failureReport(plan);
  return report === undefined ? `${plan.id} is ${plan.status}.` : failureReportText(report, { width: 76, call });
}
