import type { CallAction } from "../lifecycle/next-action.ts";
import { nextActions } from "../lifecycle/next-actions.ts";
import type { Approval, LivePlan, Run } from "../lifecycle/plan-state.ts";
import { runCounts } from "../lifecycle/run-counts.ts";
import { runSeconds } from "../lifecycle/run-seconds.ts";
import { shownStatus } from "../lifecycle/shown-status.ts";
import { stepPlace } from "../lifecycle/step-place.ts";
import { addStats, NO_STATS } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import { modeMark } from "../plan/mode-look.ts";
import type { PlanId, Step } from "../plan/plan.ts";
import { runEffects } from "../run/run-effects.ts";
import type { PlanApproved, RunFailed, RunSummary, StepUpdated } from "./card-details.ts";

/** The card of an approval, at the start of a run. */
export function approvedCard(id: PlanId, { signed, signatures, choices }: Approval, isFresh: boolean): PlanApproved {
  const [signature] = signatures.slice(-1);
  const { revision, digest, plan } = signed;
  const left = plan.steps.filter((step) => choices.left_out?.includes(step.id)).map(({ title }) => title);
  const titles = plan.steps.filter((step) => !choices.left_out?.includes(step.id)).map(({ title }) => title);
  return {
    card: "approved",
    plan_id: id,
    revision,
    digest,
    by: signature?.by.name ?? "A person",
    title: plan.title,
    steps: plan.steps.length,
    titles,
    left_out: left,
    next: isFresh ? "runs_fresh" : "runs",
    ...(signature?.notes && { notes: signature.notes }),
    ...(choices.executor_model && { executor_model: choices.executor_model }),
  };
}

export function stepCard(plan_id: PlanId, run: Pick<Run, "plan" | "steps" | "left_out">, step: Step): StepUpdated {
  return {
    card: "step",
    plan_id,
    step_id: step.id,
    title: step.title,
    status: "in_progress",
    ...(step.mode && { mode: modeMark(step.mode) }),
    ...stepPlace(run, step.id),
  };
}

/** The card of a plan that failed with one step. */
export function failureCard(plan: LivePlan & { run: Run }, step: Step, call: CallAction): RunFailed {
  const { id, run } = plan;
  const { notes, result } = run.steps.get(step.id) ?? {};
  const { deviations } = result ?? {};
  return {
    card: "failure",
    plan_id: id,
    title: run.plan.title,
    reason: notes ?? result?.error ?? "",
    step: { id: step.id, title: step.title },
    ...defined({ deviations }),
    remedies: nextActions(plan, "none").flatMap((action) => {
      const command = call(action);
      return command === undefined ? [] : [{ command, does: action.what }];
    }),
  };
}

/** The card of a failed plan, with its report. */
export function reportedCard(plan: LivePlan & { run: Run }, report: string): RunFailed {
  const { id, run } = plan;
  const failed = run.plan.steps.filter((step) => run.steps.get(step.id)?.status === "failed");
  const [step] = failed;
  return {
    card: "failure",
    plan_id: id,
    title: run.plan.title,
    reason: "reason" in plan ? plan.reason : "",
    ...(step && failed.length === 1 && { step: { id: step.id, title: step.title } }),
    report,
    remedies: [],
  };
}

/** The totals of a run, from the host's observations of each step. */
export function totalsCard(plan: { id: PlanId; run: Run }, how: RunSummary["how"], at: string): RunSummary {
  const steps = plan.run.steps.values();
  const { deviations, drift } = runEffects(plan.run, {});
  const spent = steps.reduce((sum, step) => (step.spent ? addStats(sum, step.spent) : sum), NO_STATS);
  const seen = steps.flatMap(({ result, is_rolled_back }) => (is_rolled_back ? [] : (result?.artifacts ?? [])));
  const isSeen = steps.every(({ attempts, result }) => attempts === 0 || result?.artifacts !== undefined);
  const tokens = spent.prompt_tokens + spent.completion_tokens;
  return {
    ...outcomeOf(plan, how, at),
    ...(isSeen && { files: [...new Set(seen.map(({ path }) => path))].sort() }),
    ...(deviations.length > 0 && { deviations: deviations.map(({ step, what }) => `${step}: ${what}`) }),
    ...(drift.length > 0 && { drift: drift.map(({ step, what }) => `${step}: ${what}`) }),
    ...(tokens > 0 && { tokens }),
    ...(spent.cost > 0 && { cost: spent.cost }),
  };
}

function outcomeOf({ id, run }: { id: PlanId; run: Run }, how: RunSummary["how"], at: string): RunSummary {
  const done = run.plan.steps.filter((step) => shownStatus(run, step.id) === "completed");
  const { total, done: finished, skipped, failed } = runCounts(run);
  const seconds = runSeconds(run, at);
  return {
    card: "summary",
    plan_id: id,
    title: run.plan.title,
    how,
    ...defined({ seconds }),
    steps: { completed: finished - skipped, failed, skipped, left: total - finished - failed },
    verified: done.flatMap(({ title, verify }) => (verify ? [{ step: title, command: verify, passed: true }] : [])),
  };
}
