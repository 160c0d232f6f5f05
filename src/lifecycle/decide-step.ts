import { defined } from "../plan/defined.ts";
import { findStep } from "../plan/find-step.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { mayChangeSigned } from "./approvers.ts";
import { blockSteps, failuresAhead } from "./block-steps.ts";
import { askInterruption, closeOfStep, isOverBudget, resumedAfterStop } from "./decide-run-request.ts";
import { certainActions } from "./next-actions.ts";
import { ownProperty } from "./own-property.ts";
import type { CommandOf, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { ENDS, type RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { retryEvents } from "./retry-events.ts";
import { isFinished, STEP_TRANSITIONS, type StepState, type StepStatus } from "./step-state.ts";

export function endStep(state: RunningPlan, command: CommandOf<"end_step">, terms: Terms): Decided<PlanEvent> {
  const { step_id, outcome, ask, ...more } = command;
  const from = state.run.steps.get(step_id)?.status;
  // Only the process that a step keeps can end after the step.
  if (from === "completed" && stepOf(state, step_id)?.keeps === undefined) return wrongStep(step_id, from, outcome);
  const moved = moveOn(state, step_id, outcome, more);
  if (moved.ok && outcome === "failed") return done(...moved.events, ...resumedAfterStop(state, step_id));
  if (!moved.ok || outcome !== "interrupted" || ENDS.includes(state.status)) return moved;
  // Raising the budget lets the run continue; it does not answer what to do with an interrupted step.
  if (!ask && !isOverBudget(state, step_id)) return moved;
  const why = command.notes || "it was stopped before it was done";
  return done(...moved.events, askInterruption(state, { step_id, why, isRefused: ask === "provider" }, terms));
}

export function startStep(
  state: RunningPlan,
  { step_id: id, subagent_id }: CommandOf<"start_step">,
): Decided<PlanEvent> {
  const step = stepOf(state, id);
  if (step === undefined) return unknownStep(id);
  const waiting = (step.depends_on ?? []).filter((before) => !isFinished(state.run.steps.get(before)));
  if (waiting.length > 0)
    return refuse("dependencies_unfinished", `Step ${id} waits for ${waiting.join(", ")}.`, { facts: { waiting } });
  if (step.decision_id !== undefined && ownProperty(state.selections, step.decision_id) === undefined) {
    return refuse("decision_open", `Step ${id} waits for the decision ${step.decision_id}.`, {
      facts: { decision_id: step.decision_id },
    });
  }
  return move(state, id, "in_progress", { ...defined({ subagent_id }) });
}

/** Only an open decision can be waited for: its answer makes the step ready again. */
export function awaitDecision(state: RunningPlan, id: StepId): Decided<PlanEvent> {
  const step = stepOf(state, id);
  if (step === undefined) return unknownStep(id);
  const isOpen = step.decision_id !== undefined && ownProperty(state.selections, step.decision_id) === undefined;
  if (!isOpen) return refuse("wrong_step_state", `Step ${id} waits for no decision.`, { facts: { step: id } });
  return move(state, id, "needs_decision");
}

/** Only an interrupted step: its executor starts it again. */
export function rerunStep(state: RunningPlan, id: StepId): Decided<PlanEvent> {
  const from = state.run.steps.get(id)?.status;
  const isLost = from === undefined || from === "interrupted";
  return isLost ? moveOn(state, id, "pending") : wrongStep(id, from, "pending");
}

export function skipStep(state: RunningPlan, id: StepId, reason: string, terms: Terms): Decided<PlanEvent> {
  const no = mayChangeSigned(state, terms, "Skipping a step");
  if (no) return { ok: false, refusal: no };
  if (reason.trim() === "")
    return refuse("reason_missing", "Say why the step is skipped: the journal records the reason.");
  return moveOn(state, id, "skipped", { notes: reason });
}

/** Only an interrupted step, whose progress is unknown: a running step reports its own end. */
export function failStep(
  state: RunningPlan,
  id: StepId,
  reason: string | undefined,
  { by }: Terms,
): Decided<PlanEvent> {
  const from = state.run.steps.get(id)?.status;
  if (from !== undefined && from !== "interrupted") return wrongStep(id, from, "failed");
  return moveOn(state, id, "failed", { notes: reason || `marked as failed by ${by.name}` });
}

/** Back to pending, with the steps that only waited for it; a failed plan is approved again. */
export function retryStep(state: RunningPlan, id: StepId, terms: Terms): Decided<PlanEvent> {
  const from = state.run.steps.get(id)?.status;
  if (from === "blocked") {
    const failure = failuresAhead(state.run.plan, state.run.steps).get(id);
    return refuse("dependencies_unfinished", `Step ${id} waits for ${failure}, which failed; retry or skip that one.`, {
      facts: { waiting: [failure] },
    });
  }
  if (from === "pending") {
    const attempts = state.run.steps.get(id)?.attempts ?? 0;
    const message = `Step ${id} ${attempts > 0 ? "was retried already" : "has not run yet"}; it runs when the plan continues.`;
    return refuse("wrong_step_state", message, { next: certainActions(state), facts: { step: id, from } });
  }
  const isEnded = from === undefined || from === "failed" || from === "interrupted";
  const moved = isEnded ? moveOn(state, id, "pending") : wrongStep(id, from, "pending");
  if (!moved.ok || state.status !== "failed") return moved;
  return done(...moved.events, ...retryEvents(state, terms));
}

/** Moves a step, and blocks or frees those that wait for it. */
function moveOn(state: RunningPlan, id: StepId, to: StepStatus, more: Told = {}): Decided<PlanEvent> {
  const moved = move(state, id, to, more);
  const step = state.run.steps.get(id);
  if (!moved.ok || step === undefined) return moved;
  const settled = closeOfStep(state, id, to);
  // Steps that wait for a running step were not blocked by it, so they stay as they are.
  if (step.status === "in_progress" && to !== "failed") return done(...settled, ...moved.events);
  const after: StepState = { ...step, status: to };
  return done(...settled, ...moved.events, ...blockSteps(state.run.plan, state.run.steps.with(id, after)));
}

/** The facts that a move records besides its statuses. */
type Told = Pick<Extract<PlanEvent, { type: "step_updated" }>, "notes" | "subagent_id" | "result">;

function move(
  state: RunningPlan,
  id: StepId,
  to: StepStatus,
  { notes, subagent_id, result }: Told = {},
): Decided<PlanEvent> {
  const from = state.run.steps.get(id)?.status;
  if (from === undefined) return unknownStep(id);
  if (!STEP_TRANSITIONS[from].includes(to)) return wrongStep(id, from, to);
  return done({
    type: "step_updated",
    step_id: id,
    from,
    to,
    ...(notes && { notes }),
    ...defined({ subagent_id, result }),
  });
}

function wrongStep(id: StepId, from: StepStatus, to: StepStatus): Decided<PlanEvent> {
  const message = `Step ${id} is ${from.replace("_", " ")}; it cannot become ${to.replace("_", " ")}.`;
  return refuse("wrong_step_state", message, { facts: { step: id, from, to } });
}

function stepOf(state: RunningPlan, id: StepId): Step | undefined {
  return findStep(state.approval.signed.plan, id);
}

function unknownStep(id: StepId): Decided<PlanEvent> {
  return refuse("unknown_step", `The plan has no step ${id}.`);
}

function done(...events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
