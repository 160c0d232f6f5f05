import { compareTrees, type Tree } from "../desk/tree.ts";
import type { Approval, LivePlan, Run } from "../lifecycle/plan-state.ts";
import { addStats, NO_STATS } from "../lifecycle/step-result.ts";
import type { PlanId, Step } from "../plan/plan.ts";
import type { PlanApproved, RunFailed, RunSummary, StepUpdated } from "./card-details.ts";
import type { RunningPlan } from "./running-plan.ts";

/** What the transcript tells of a run, from its countersignature to its end. */
export function approvedCard(id: PlanId, { signed, signatures, choices }: Approval, isFresh: boolean): PlanApproved {
  const [signature] = signatures.slice(-1);
  const { revision, plan } = signed;
  const left = plan.steps.filter((step) => choices.left_out?.includes(step.id)).map(({ title }) => title);
  const titles = plan.steps.filter((step) => !choices.left_out?.includes(step.id)).map(({ title }) => title);
  return {
    ...{ card: "approved", plan_id: id, revision, by: signature?.by.name ?? "A person" },
    ...{ title: plan.title, steps: plan.steps.length, titles, left_out: left, next: isFresh ? "runs_fresh" : "runs" },
    ...(signature?.notes && { notes: signature.notes }),
    ...(choices.executor_model && { executor_model: choices.executor_model }),
  };
}

export function stepCard({ id, run }: RunningPlan, step: Step): StepUpdated {
  const { steps } = run.plan;
  return {
    ...{ card: "step", plan_id: id, step_id: step.id, title: step.title, status: "in_progress" },
    ...{ position: steps.indexOf(step) + 1, of: steps.length },
  };
}

export function failureCard({ id, run }: RunningPlan, step: Step, reason: string): RunFailed {
  return {
    ...{ card: "failure", plan_id: id, title: run.plan.title, reason },
    step: { id: step.id, title: step.title },
    remedies: [
      { command: `/plan retry ${step.id}`, does: "tries the step again" },
      { command: "/plans", does: "shows all plans" },
    ],
  };
}

/** What failed, and all that is known about it. */
export function reportedCard(plan: LivePlan & { run: Run }, report: string): RunFailed {
  const { id, run } = plan;
  const failed = run.plan.steps.filter((step) => run.steps.get(step.id)?.status === "failed");
  const [step] = failed;
  return {
    ...{ card: "failure", plan_id: id, title: run.plan.title },
    reason: "reason" in plan ? plan.reason : "",
    ...(step && failed.length === 1 && { step: { id: step.id, title: step.title } }),
    ...{ report, remedies: [] },
  };
}

/** What a run came to, by what the host saw of each step. */
export function totalsCard(plan: { id: PlanId; run: Run }, how: RunSummary["how"], at: string): RunSummary {
  const steps = plan.run.steps.values();
  const spent = steps.reduce((sum, step) => (step.spent ? addStats(sum, step.spent) : sum), NO_STATS);
  const seen = steps.flatMap(({ result }) => result?.artifacts ?? []);
  const isSeen = steps.every(({ attempts, result }) => attempts === 0 || result?.artifacts !== undefined);
  const tokens = spent.prompt_tokens + spent.completion_tokens;
  return {
    ...outcomeOf(plan, how, at),
    ...(isSeen && { files: [...new Set(seen.map(({ path }) => path))].sort() }),
    ...(tokens > 0 && { tokens }),
    ...(spent.cost > 0 && { cost: spent.cost }),
  };
}

/** The working tree before the run, if anybody looked, and now; and what time it is. */
export interface RunEnd {
  before: Tree | undefined;
  after: Tree;
  at: string;
}

export function summaryCard(
  plan: { id: PlanId; run: Run },
  how: RunSummary["how"],
  { before, after, at }: RunEnd,
): RunSummary {
  const changed = compareTrees(before, after);
  const files = changed.kind === "changed" ? changed.files.map(({ path }) => path) : [];
  return { ...outcomeOf(plan, how, at), ...(changed.kind !== "unknown" && { files }) };
}

function outcomeOf({ id, run }: { id: PlanId; run: Run }, how: RunSummary["how"], at: string): RunSummary {
  const done = run.plan.steps.filter((step) => run.steps.get(step.id)?.status === "completed");
  const seconds = Math.max(0, (Date.parse(at) - Date.parse(run.started_at)) / 1_000);
  return {
    ...{ card: "summary", plan_id: id, title: run.plan.title, how, seconds },
    steps: {
      completed: done.length,
      failed: run.steps.count("failed"),
      skipped: run.steps.count("skipped"),
      left: run.steps.count("pending", "needs_decision"),
    },
    verified: done.flatMap(({ title, verify }) => (verify ? [{ step: title, command: verify, passed: true }] : [])),
  };
}
