import { failuresAhead } from "../lifecycle/block-steps.ts";
import { isLeftOut } from "../lifecycle/left-out.ts";
import type { NextAction } from "../lifecycle/next-action.ts";
import { nextActions } from "../lifecycle/next-actions.ts";
import type { LivePlan, PlanStatus, Run } from "../lifecycle/plan-state.ts";
import { rolledBackSteps, runCounts, type StepCounts } from "../lifecycle/run-counts.ts";
import { addStats, NO_STATS, type StepStats } from "../lifecycle/step-result.ts";
import type { StepState, StepStatus } from "../lifecycle/step-state.ts";
import { defined } from "../plan/defined.ts";
import type { Mode } from "../plan/mode-look.ts";
import type { PlanId, Step, StepId } from "../plan/plan.ts";
import { type ReportExtras, type RunEffects, runEffects } from "./run-effects.ts";

export interface ReportedStep {
  id: StepId;
  title: string;
  mode?: Mode;
  status: StepStatus;
  attempts: number;
  /** Why it failed, was skipped, or did not start. */
  because?: string;
  /** Of a step that did not succeed: the end of what it said or printed. */
  output?: string;
}

/** The state of a run: each step, the changes on the disk, and the next actions. */
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
  /** And not started again since. */
  rolled_back: ReportedStep[];
  /** At approval. */
  left_out: ReportedStep[];
  counts: StepCounts;
  left_behind: RunEffects;
  spent: StepStats;
  next: NextAction[];
}

/** Nothing for a plan that was never started. */
export function failureReport(state: LivePlan, extras: ReportExtras = {}): FailureReport | undefined {
  const { run } = state;
  if (run === undefined) return undefined;
  const steps = reportedSteps(run);
  const back = rolledBackSteps(run);
  const of = (...statuses: StepStatus[]) =>
    steps.filter(({ id, status }) => statuses.includes(status) && !back.includes(id));
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
    skipped: of("skipped").filter(({ id }) => !isLeftOut(run, id)),
    rolled_back: steps.filter(({ id }) => back.includes(id)),
    left_out: of("skipped").filter(({ id }) => isLeftOut(run, id)),
    counts: runCounts(run),
    left_behind: runEffects(run, extras),
    spent: run.steps.values().reduce((sum, { spent }) => (spent ? addStats(sum, spent) : sum), NO_STATS),
    // A step that runs has a live process, which makes this report.
    next: nextActions(state, run.steps.count("in_progress") > 0 ? "process" : "none"),
  };
}

function reportedSteps(run: Run): ReportedStep[] {
  const failures = failuresAhead(run.plan, run.steps);
  // Steps that were left out are not in the plan that ran.
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
    id: step.id,
    title: step.title,
    ...defined({ mode: step.mode }),
    status: found.status,
    attempts: found.attempts,
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
      return isLeftOut(run, step.id) ? undefined : notes;
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
