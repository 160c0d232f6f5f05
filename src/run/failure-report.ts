import { failuresAhead } from "../lifecycle/block-steps.ts";
import type { LivePlan, PlanStatus, Run } from "../lifecycle/plan-state.ts";
import { addStats, NO_STATS, type StepStats } from "../lifecycle/step-result.ts";
import type { StepState, StepStatus } from "../lifecycle/step-state.ts";
import type { PlanId, Step, StepId } from "../plan/plan.ts";
import { type LeftBehind, leftBehind, type ReportExtras } from "./left-behind.ts";
import { type NextMove, nextMoves } from "./next-moves.ts";

export interface ReportedStep {
  id: StepId;
  title: string;
  status: StepStatus;
  attempts: number;
  /** Why it failed, was skipped, or did not start. */
  because?: string;
  /** Of a step that did not succeed: the end of what it said or printed. */
  output?: string;
}

/** How a run ended, or stands: what became of each step, what is left on the disk, and what can be done now. */
export interface FailureReport {
  plan_id: PlanId;
  title: string;
  status: PlanStatus;
  reason?: string;
  succeeded: ReportedStep[];
  failed: ReportedStep[];
  interrupted: ReportedStep[];
  running: ReportedStep[];
  not_started: ReportedStep[];
  skipped: ReportedStep[];
  left_behind: LeftBehind;
  spent: StepStats;
  next: NextMove[];
}

/** Nothing for a plan that was never started. */
export function failureReport(state: LivePlan, extras: ReportExtras = {}): FailureReport | undefined {
  const { run } = state;
  if (run === undefined) return undefined;
  const steps = reportedSteps(run);
  const of = (...statuses: StepStatus[]) => steps.filter(({ status }) => statuses.includes(status));
  return {
    plan_id: state.id,
    title: run.plan.title,
    status: state.status,
    ...("reason" in state && { reason: state.reason }),
    succeeded: of("completed"),
    failed: of("failed"),
    interrupted: of("interrupted"),
    running: of("in_progress"),
    not_started: of("pending", "blocked", "needs_decision"),
    skipped: of("skipped"),
    left_behind: leftBehind(run, extras),
    spent: run.steps.values().reduce((sum, { spent }) => (spent ? addStats(sum, spent) : sum), NO_STATS),
    next: nextMoves(state, run),
  };
}

function reportedSteps(run: Run): ReportedStep[] {
  const failures = failuresAhead(run.plan, run.steps);
  // What was left out is not in the plan that ran.
  const ran = new Set(run.plan.steps.map(({ id }) => id));
  const others = [...run.steps].map(([id]) => id).filter((id) => !ran.has(id));
  return [...run.plan.steps, ...others.map((id): Step => ({ id, title: id }))].flatMap((step) => {
    const found = run.steps.get(step.id);
    return found ? [reported(step, found, failures.get(step.id), run)] : [];
  });
}

function reported(step: Step, found: StepState, failure: StepId | undefined, run: Run): ReportedStep {
  const because = reasonOf(step, found, failure, run);
  const output = found.status === "failed" || found.status === "interrupted" ? found.result?.output.trim() : undefined;
  return {
    ...{ id: step.id, title: step.title, status: found.status, attempts: found.attempts },
    ...(because && { because }),
    ...(output && output !== because && { output }),
  };
}

function reasonOf(step: Step, { status, notes, result }: StepState, failure: StepId | undefined, run: Run) {
  switch (status) {
    case "failed":
    case "interrupted":
      return result?.error ?? notes;
    case "skipped":
      return notes;
    case "needs_decision":
      return `it waits for the decision ${step.decision_id}`;
    case "blocked":
    case "pending": {
      if (failure !== undefined) return `it needs ${failure}, which failed`;
      if (notes) return notes;
      const open = (step.depends_on ?? []).filter((id) => !DONE.includes(run.steps.get(id)?.status ?? "pending"));
      return open.length > 0 ? `it waits for ${open.join(", ")}` : undefined;
    }
    case "completed":
    case "in_progress":
      return undefined;
  }
}

const DONE: readonly StepStatus[] = ["completed", "skipped"];
