import { countsWords } from "../lifecycle/counts-words.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { runCounts } from "../lifecycle/run-counts.ts";
import type { StepId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import type { Agenda } from "./agenda.ts";
import { failureReport } from "./failure-report.ts";
import { failureReportSummary } from "./failure-report-text.ts";

/** For a run in which no step runs: the command that ends it, if it is over. */
export function finalCommand(
  plan: RunningPlan,
  agenda: Agenda,
  onFailure: "stop" | "continue",
): { how: "completed" | "failed"; command: PlanCommand } | undefined {
  // A person who refused more budget has ended it.
  const isStopped = plan.status === "paused" && plan.why === "budget" && openRequests(plan.requests).length === 0;
  if (plan.status !== "executing" && !isStopped) return undefined;
  if (agenda.isFinished && !isStopped)
    return { how: "completed", command: { type: "complete", summary: doneText(plan) } };
  if (agenda.count("failed") === 0 || agenda.count("interrupted") > 0) return undefined;
  // With `on_failure: continue`, a step that waits for a decision can still run.
  if (onFailure === "continue" && agenda.count("needs_decision") > 0) return undefined;
  const reason = reasonOf(plan);
  const report = failureReport({ ...plan, status: "failed", reason });
  const summary = report && failureReportSummary(report);
  return { how: "failed", command: { type: "fail", reason, ...(summary && { summary }) } };
}

function doneText({ run }: RunningPlan): string {
  const files = new Set(
    run.steps
      .values()
      .flatMap(({ result }) => result?.artifacts ?? [])
      .map(({ path }) => path),
  );
  return `${countsWords(runCounts(run))}; ${counted(files.size, "file")} changed.`;
}

function reasonOf({ run }: RunningPlan): string {
  const failed = run.plan.steps.filter(({ id }) => run.steps.get(id)?.status === "failed").map(({ id }) => id);
  const first: StepId | undefined = failed[0];
  const why = first === undefined ? "" : (run.steps.get(first)?.notes ?? "").split("\n")[0];
  return failed.length > 1 ? `${failed.join(", ")} failed` : `${first}: ${why || "it failed"}`;
}
