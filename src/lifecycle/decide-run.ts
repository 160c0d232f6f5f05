import type { Step, StepId } from "../plan/plan.ts";
import { askReview } from "./ask-review.ts";
import { blockSteps, failuresAhead } from "./block-steps.ts";
import { own } from "./own.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { Approval, PlanState, Run } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { closings, openRequests } from "./request.ts";
import { isFinished, STEP_TRANSITIONS, type StepState, type StepStatus } from "./step-state.ts";

type RunCommand = Extract<
  PlanCommand,
  {
    type:
      | "start"
      | "pause"
      | "resume"
      | "stall"
      | "start_step"
      | "await_decision"
      | "end_step"
      | "skip_step"
      | "retry_step"
      | "complete"
      | "fail"
      | "retry";
  }
>;

/** A plan with a run: what was signed, and how far it got. */
type Running = Extract<PlanState, { run: Run; approval: Approval }>;

/** Carrying out what was signed: the plan's own moves, and those of its steps. */
export function decideRun(state: PlanState, command: RunCommand, terms: Terms): Decided<PlanEvent> {
  if (command.type === "start") return start(state, command.run_id);
  if (!isRunning(state)) {
    return refuse("wrong_state", "The plan has not been started.");
  }
  switch (command.type) {
    case "pause":
      return done({ type: "paused", why: "person" });
    case "resume":
      return openRequests(state.requests).some((request) => request.kind === "divergence")
        ? refuse(
            "diverged",
            "The plan file differs from what was signed; say first whether to go on with the signed text.",
          )
        : done({ type: "resumed" });
    case "stall":
      return done({ type: "stalled" });
    case "start_step":
      return startStep(state, command.step_id);
    case "await_decision":
      return awaitDecision(state, command.step_id);
    case "end_step":
      return moveOn(state, command.step_id, command.outcome, command.notes);
    case "skip_step":
      return skipStep(state, command.step_id, command.reason);
    case "retry_step":
      return retryStep(state, command.step_id, terms);
    case "complete":
      return complete(state, command.summary);
    case "fail":
      return inProgress(state).length > 0
        ? refuse("step_in_progress", `Still running: ${inProgress(state).join(", ")}.`)
        : done(...closings(state.requests, "cancelled", "divergence"), { type: "failed", reason: command.reason });
    case "retry":
      return done(...resetAll(state), ...approvedAgain(state, terms));
  }
}

const isRunning = (state: PlanState): state is Running =>
  "run" in state && state.run !== undefined && "approval" in state;

function start(state: PlanState, runId: string): Decided<PlanEvent> {
  if (state.status !== "approved") return refuse("wrong_state", "Only an approved plan can be started.");
  return done({ type: "run_started", run_id: runId });
}

function startStep(state: Running, id: StepId): Decided<PlanEvent> {
  const step = stepOf(state, id);
  if (step === undefined) return unknownStep(id);
  const waiting = (step.depends_on ?? []).filter((before) => !isFinished(own(state.run.steps, before)));
  if (waiting.length > 0)
    return refuse("dependencies_unfinished", `Step ${id} waits for ${waiting.join(", ")}.`, { facts: { waiting } });
  if (step.decision_id !== undefined && own(state.selections, step.decision_id) === undefined) {
    return refuse("decision_open", `Step ${id} waits for the decision ${step.decision_id}.`, {
      facts: { decision_id: step.decision_id },
    });
  }
  return move(state, id, "in_progress");
}

/** Only a decision that is still open can be waited for: its answer is what sets the step going again. */
function awaitDecision(state: Running, id: StepId): Decided<PlanEvent> {
  const step = stepOf(state, id);
  if (step === undefined) return unknownStep(id);
  const isOpen = step.decision_id !== undefined && own(state.selections, step.decision_id) === undefined;
  if (!isOpen) return refuse("wrong_step_state", `Step ${id} waits for no decision.`, { facts: { step: id } });
  return move(state, id, "needs_decision");
}

function skipStep(state: Running, id: StepId, reason: string): Decided<PlanEvent> {
  if (reason.trim() === "") return refuse("reason_missing", "Say why the step is skipped: it stands in the record.");
  return moveOn(state, id, "skipped", reason);
}

/** Back to pending, with the steps that only waited for it; a failed plan is approved again. */
function retryStep(state: Running, id: StepId, terms: Terms): Decided<PlanEvent> {
  const from = own(state.run.steps, id)?.status;
  if (from === "blocked") {
    const failure = failuresAhead(state.run.plan, state.run.steps).get(id);
    return refuse("dependencies_unfinished", `Step ${id} waits for ${failure}, which failed; retry or skip that one.`, {
      facts: { waiting: [failure] },
    });
  }
  const isEnded = from === undefined || from === "failed" || from === "interrupted";
  const moved = isEnded ? moveOn(state, id, "pending") : wrongStep(id, from, "pending");
  if (!moved.ok || state.status !== "failed") return moved;
  return done(...moved.events, ...approvedAgain(state, terms));
}

/** The signature still holds if the text is still the one that was signed; else it goes back to review. */
function approvedAgain(state: Running, terms: Terms): PlanEvent[] {
  if (state.proposal.digest === state.approval.signed.digest) return [{ type: "retried" }];
  return [
    ...closings(state.requests, "superseded"),
    { type: "retried" },
    { type: "approval_voided" },
    askReview(state, state.proposal, terms),
  ];
}

function complete(state: Running, summary: string | undefined): Decided<PlanEvent> {
  const unfinished = Object.entries(state.run.steps).filter(([, step]) => !isFinished(step));
  if (unfinished.length > 0) {
    return refuse(
      "steps_unfinished",
      `Not done yet: ${unfinished.map(([id, step]) => `${id} (${step.status})`).join(", ")}.`,
      {
        facts: { steps: Object.fromEntries(unfinished.map(([id, step]) => [id, step.status])) },
      },
    );
  }
  return done(...closings(state.requests, "cancelled"), { type: "completed", ...(summary && { summary }) });
}

function resetAll(state: Running): PlanEvent[] {
  return Object.entries(state.run.steps).flatMap(([step_id, { status }]): PlanEvent[] =>
    status === "failed" || status === "blocked" || status === "interrupted"
      ? [{ type: "step_updated", step_id, from: status, to: "pending" }]
      : [],
  );
}

/** Moves a step, and blocks or frees those that wait for it. */
function moveOn(state: Running, id: StepId, to: StepStatus, notes?: string): Decided<PlanEvent> {
  const moved = move(state, id, to, notes);
  const step = own(state.run.steps, id);
  if (!moved.ok || step === undefined) return moved;
  const after: StepState = { ...step, status: to };
  return done(...moved.events, ...blockSteps(state.run.plan, { ...state.run.steps, [id]: after }));
}

function move(state: Running, id: StepId, to: StepStatus, notes?: string): Decided<PlanEvent> {
  const from = own(state.run.steps, id)?.status;
  if (from === undefined) return unknownStep(id);
  if (!STEP_TRANSITIONS[from].includes(to)) return wrongStep(id, from, to);
  return done({ type: "step_updated", step_id: id, from, to, ...(notes && { notes }) });
}

function wrongStep(id: StepId, from: StepStatus, to: StepStatus): Decided<PlanEvent> {
  const message = `Step ${id} is ${from.replace("_", " ")}; it cannot become ${to.replace("_", " ")}.`;
  return refuse("wrong_step_state", message, { facts: { step: id, from, to } });
}

function stepOf(state: Running, id: StepId): Step | undefined {
  return state.approval.signed.plan.steps.find((step) => step.id === id);
}

function inProgress(state: Running): StepId[] {
  return Object.keys(state.run.steps).filter((id) => own(state.run.steps, id)?.status === "in_progress");
}

function unknownStep(id: StepId): Decided<PlanEvent> {
  return refuse("unknown_step", `The plan has no step ${id}.`);
}

function done(...events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
