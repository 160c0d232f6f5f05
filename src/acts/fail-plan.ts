import type { Desk } from "../desk/desk.ts";
import { no, type Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { failureReport } from "../run/failure-report.ts";
import { failureReportSummary } from "../run/failure-report-text.ts";
import type { Acting, Done } from "./act.ts";
import { done, goesOn } from "./done.ts";
import { interruptIfDead } from "./interrupt-if-dead.ts";

export interface Failed {
  act: "fail";
  step?: StepId;
}

export async function failPlan({ desk, by }: Acting, id: PlanId, reason = ""): Promise<Outcome<Done<Failed>>> {
  const stopped = await stoppedPlan(desk, by, id);
  if (!stopped.ok) return stopped;
  const report = failureReport(stopped.value);
  const summary = report && failureReportSummary(report);
  const sent = await desk.send(
    id,
    { type: "fail", reason: reason || `marked as failed by ${by.name}`, ...(summary && { summary }) },
    by,
  );
  if (!sent.ok && sent.refusal.kind === "step_in_progress") {
    return no("step_in_progress", sent.refusal.message, {
      next: [{ move: "pause", plan: id, flag: "now", what: "stop it first" }],
    });
  }
  if (!sent.ok) return sent;
  return done(desk, {
    plan: sent.value,
    fact: { act: "fail" },
    words: `Marked ${id} as failed.`,
    goes: { by: "none" },
  });
}

/** Marks an interrupted step as failed; steps that do not need it can still run. */
export async function failStep(
  { desk, by }: Acting,
  id: PlanId,
  step: StepId,
  reason = "",
): Promise<Outcome<Done<Failed>>> {
  const stopped = await stoppedPlan(desk, by, id);
  if (!stopped.ok) return stopped;
  const sent = await desk.send(id, { type: "fail_step", step_id: step, ...(reason && { reason }) }, by);
  if (!sent.ok) return sent;
  return done(desk, {
    plan: sent.value,
    fact: { act: "fail", step },
    words: `Marked step ${step} of ${id} as failed.`,
    goes: goesOn(desk, sent.value),
  });
}

async function stoppedPlan(desk: Desk, by: Acting["by"], id: PlanId): Promise<Outcome<LivePlan>> {
  const found = await usablePlan(desk, id);
  return found.ok ? interruptIfDead(desk, found.value, by) : found;
}
