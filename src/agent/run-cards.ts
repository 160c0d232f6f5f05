import type { Approval, LivePlan, Run } from "../lifecycle/plan-state.ts";
import { addStats, NO_STATS } from "../lifecycle/step-result.ts";
import type { Plan, PlanId, Step } from "../plan/plan.ts";
import { leftBehind } from "../run/left-behind.ts";
import type { PlanApproved, RunFailed, RunSummary, StepUpdated } from "./card-details.ts";

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

export function stepCard(plan_id: PlanId, { steps }: Plan, step: Step): StepUpdated {
  return {
    ...{ card: "step", plan_id, step_id: step.id, title: step.title, status: "in_progress" },
    ...{ position: steps.findIndex(({ id }) => id === step.id) + 1, of: steps.length },
  };
}

export function failureCard({ id, run }: { id: PlanId; run: Run }, step: Step): RunFailed {
  const { notes, result } = run.steps.get(step.id) ?? {};
  return {
    ...{ card: "failure", plan_id: id, title: run.plan.title, reason: notes ?? result?.error ?? "" },
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
  const { drift } = leftBehind(plan.run, {});
  const spent = steps.reduce((sum, step) => (step.spent ? addStats(sum, step.spent) : sum), NO_STATS);
  const seen = steps.flatMap(({ result }) => result?.artifacts ?? []);
  const isSeen = steps.every(({ attempts, result }) => attempts === 0 || result?.artifacts !== undefined);
  const tokens = spent.prompt_tokens + spent.completion_tokens;
  return {
    ...outcomeOf(plan, how, at),
    ...(isSeen && { files: [...new Set(seen.map(({ path }) => path))].sort() }),
    ...(drift.length > 0 && { drift: drift.map(({ step, what }) => `${step}: ${what}`) }),
    ...(tokens > 0 && { tokens }),
    ...(spent.cost > 0 && { cost: spent.cost }),
  };
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
