import { findStep } from "../plan/find-step.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { mayChangeSigned } from "./approvers.ts";
import { askReview } from "./ask-review.ts";
import { blockSteps, failuresAhead } from "./block-steps.ts";
import { queue, unqueue } from "./decide-queue.ts";
import { rollBack } from "./decide-roll-back.ts";
import {
  answerRun,
  askAmendment,
  askBudget,
  askInterruption,
  closeOfStep,
  isOverBudget,
} from "./decide-run-request.ts";
import { lostLease } from "./lease.ts";
import { own } from "./own.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { type Approval, ENDS, type PlanState, type Run } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { closings, openRequests } from "./request.ts";
import { isFinished, STEP_TRANSITIONS, type StepState, type StepStatus } from "./step-state.ts";

type RunCommand = Extract<
  PlanCommand,
  {
    type:
      | "queue"
      | "unqueue"
      | "start"
      | "take_lease"
      | "release_lease"
      | "rerun_step"
      | "amend"
      | "hit_budget"
      | "answer"
      | "record_call"
      | "roll_back"
      | "pause"
      | "resume"
      | "stall"
      | "start_step"
      | "await_decision"
      | "end_step"
      | "skip_step"
      | "retry_step"
      | "fail_step"
      | "complete"
      | "fail"
      | "retry";
  }
>;

type Of<Type extends RunCommand["type"]> = Extract<RunCommand, { type: Type }>;

/** A plan with a run: what was signed, and how far it got. */
type Running = Extract<PlanState, { run: Run; approval: Approval }>;

/** Carrying out what was signed: the plan's own moves, and those of its steps. */
export function decideRun(state: PlanState, command: RunCommand, terms: Terms): Decided<PlanEvent> {
  if (command.type === "start") return start(state, command);
  if (command.type === "queue") return queue(state, command.priority);
  if (command.type === "unqueue") return unqueue(state);
  if (!isRunning(state)) {
    return refuse("not_started", "The plan was not started.");
  }
  const isExecutor = terms.lease !== undefined && command.type !== "take_lease";
  const lost =
    isExecutor || EXECUTORS_ONLY.includes(command.type) ? lostLease(state.run.lease, terms.lease) : undefined;
  if (lost) return { ok: false, refusal: lost };
  switch (command.type) {
    case "take_lease":
      return takeLease(state, command);
    case "release_lease":
      return releaseLease(state);
    case "rerun_step": {
      const from = state.run.steps.get(command.step_id)?.status;
      const isLost = from === undefined || from === "interrupted";
      return isLost ? moveOn(state, command.step_id, "pending") : wrongStep(command.step_id, from, "pending");
    }
    case "amend":
      return askAmendment(state, command, terms);
    case "hit_budget":
      return askBudget(state, command, terms);
    case "answer":
      return answerRun(state, command, terms, {
        again: (id) => retryStep(state, id, terms),
        failed: (id) => failStep(state, id, undefined, terms),
        skip: (id) => skipStep(state, id, `skipped by ${terms.by.name}: it was interrupted`, terms),
      });
    case "record_call": {
      const { type: _, ...judgement } = command;
      return done({ type: "call_judged", ...judgement });
    }
    case "roll_back":
      return rollBack(state, command.steps, command.to);
    case "pause":
      return pause(state, command.now);
    case "resume":
      return resume(state);
    case "stall":
      return done({ type: "stalled" });
    case "start_step":
      return startStep(state, command);
    case "await_decision":
      return awaitDecision(state, command.step_id);
    case "end_step":
      return endStep(state, command, terms);
    case "skip_step":
      return skipStep(state, command.step_id, command.reason, terms);
    case "retry_step":
      return retryStep(state, command.step_id, terms);
    case "fail_step":
      return failStep(state, command.step_id, command.reason, terms);
    case "complete":
      return complete(state, command.summary);
    case "fail":
      return inProgress(state).length > 0
        ? refuse("step_in_progress", `Still running: ${inProgress(state).join(", ")}.`)
        : done(...RUN_REQUESTS.flatMap((kind) => closings(state.requests, "cancelled", kind)), {
            type: "failed",
            reason: command.reason,
            ...(command.summary && { summary: command.summary }),
          });
    case "retry":
      return done(...resetAll(state), ...approvedAgain(state, terms));
  }
}

const isRunning = (state: PlanState): state is Running =>
  "run" in state && state.run !== undefined && "approval" in state;

/**
 * What only the one that carries out the plan can say; the rest of the world may be in between. Whoever acts under a lease
 * says nothing at all once it is lost.
 */
const EXECUTORS_ONLY: readonly PlanCommand["type"][] = [
  "release_lease",
  "start_step",
  "await_decision",
  "end_step",
  "rerun_step",
  "amend",
  "hit_budget",
  "complete",
];

/** What a run asks goes with it; decisions stay for the next one. */
const RUN_REQUESTS = ["divergence", "amendment", "budget", "interruption"] as const;

function start(state: PlanState, { run_id, lease, snapshot }: Of<"start">): Decided<PlanEvent> {
  if (state.status !== "approved") return refuse("wrong_state", "Only an approved plan can be started.");
  return done({ type: "run_started", run_id, ...(lease && { lease }), ...(snapshot !== undefined && { snapshot }) });
}

/** Of a plan that was cancelled only what its executor left at work can be taken over, to be ended. */
function takeLease(state: Running, { lease, from }: Of<"take_lease">): Decided<PlanEvent> {
  if (ENDS.includes(state.status) && inProgress(state).length === 0)
    return refuse("wrong_step_state", "The plan is cancelled, and nothing of it is at work.");
  const taken = lostLease(state.run.lease, from);
  return taken ? { ok: false, refusal: taken } : done({ type: "lease_taken", lease });
}

function releaseLease(state: Running): Decided<PlanEvent> {
  const running = inProgress(state);
  if (running.length > 0) return refuse("step_in_progress", `Still running: ${running.join(", ")}.`);
  const paused: PlanEvent[] = state.status === "executing" ? [{ type: "paused", why: "left" }] : [];
  return done(...paused, { type: "lease_released" });
}

function pause(state: Running, now: true | undefined): Decided<PlanEvent> {
  if (state.status === "paused") {
    const isMore = now && !state.now && inProgress(state).length > 0;
    return isMore
      ? done({ type: "paused", why: state.why, now })
      : refuse("wrong_state", "The plan is paused already.");
  }
  return done({ type: "paused", why: "person", ...(now && { now }) });
}

function resume(state: Running): Decided<PlanEvent> {
  const kinds = openRequests(state.requests).map(({ kind }) => kind);
  if (kinds.includes("divergence")) {
    const message = "The plan file differs from what was signed; say first whether to go on with the signed text.";
    return refuse("diverged", message);
  }
  return kinds.includes("budget")
    ? refuse("budget_open", "A budget is used up; say first whether to go on.")
    : done({ type: "resumed" });
}

function endStep(state: Running, command: Of<"end_step">, terms: Terms): Decided<PlanEvent> {
  const { step_id, outcome, ask, ...more } = command;
  const moved = moveOn(state, step_id, outcome, more);
  if (!moved.ok || outcome !== "interrupted" || ENDS.includes(state.status)) return moved;
  // Whoever gives it more budget lets the run go on, and has said nothing about a step that was left in the middle.
  if (!ask && !isOverBudget(state, step_id)) return moved;
  const why = command.notes || "it was stopped before it was done";
  return done(...moved.events, askInterruption(state, step_id, why, terms));
}

function startStep(state: Running, { step_id: id, subagent_id }: Of<"start_step">): Decided<PlanEvent> {
  const step = stepOf(state, id);
  if (step === undefined) return unknownStep(id);
  const waiting = (step.depends_on ?? []).filter((before) => !isFinished(state.run.steps.get(before)));
  if (waiting.length > 0)
    return refuse("dependencies_unfinished", `Step ${id} waits for ${waiting.join(", ")}.`, { facts: { waiting } });
  if (step.decision_id !== undefined && own(state.selections, step.decision_id) === undefined) {
    return refuse("decision_open", `Step ${id} waits for the decision ${step.decision_id}.`, {
      facts: { decision_id: step.decision_id },
    });
  }
  return move(state, id, "in_progress", { ...(subagent_id !== undefined && { subagent_id }) });
}

/** Only a decision that is still open can be waited for: its answer is what sets the step going again. */
function awaitDecision(state: Running, id: StepId): Decided<PlanEvent> {
  const step = stepOf(state, id);
  if (step === undefined) return unknownStep(id);
  const isOpen = step.decision_id !== undefined && own(state.selections, step.decision_id) === undefined;
  if (!isOpen) return refuse("wrong_step_state", `Step ${id} waits for no decision.`, { facts: { step: id } });
  return move(state, id, "needs_decision");
}

function skipStep(state: Running, id: StepId, reason: string, terms: Terms): Decided<PlanEvent> {
  const no = mayChangeSigned(state, terms, "To skip a step");
  if (no) return { ok: false, refusal: no };
  if (reason.trim() === "") return refuse("reason_missing", "Say why the step is skipped: it stands in the record.");
  return moveOn(state, id, "skipped", { notes: reason });
}

/** Only of a step that nobody knows how far it got: what is at work says itself how it ends. */
function failStep(state: Running, id: StepId, reason: string | undefined, { by }: Terms): Decided<PlanEvent> {
  const from = state.run.steps.get(id)?.status;
  if (from !== undefined && from !== "interrupted") return wrongStep(id, from, "failed");
  return moveOn(state, id, "failed", { notes: reason || `marked as failed by ${by.name}` });
}

/** Back to pending, with the steps that only waited for it; a failed plan is approved again. */
function retryStep(state: Running, id: StepId, terms: Terms): Decided<PlanEvent> {
  const from = state.run.steps.get(id)?.status;
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
  const unfinished = [...state.run.steps].filter(([, step]) => !isFinished(step));
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
  return [...state.run.steps].flatMap(([step_id, { status }]): PlanEvent[] =>
    status === "failed" || status === "blocked" || status === "interrupted"
      ? [{ type: "step_updated", step_id, from: status, to: "pending" }]
      : [],
  );
}

/** Moves a step, and blocks or frees those that wait for it. */
function moveOn(state: Running, id: StepId, to: StepStatus, more: Told = {}): Decided<PlanEvent> {
  const moved = move(state, id, to, more);
  const step = state.run.steps.get(id);
  if (!moved.ok || step === undefined) return moved;
  const settled = closeOfStep(state, id, to);
  // Nobody waited in vain for a step that was at work: what comes after it is where it was.
  if (step.status === "in_progress" && to !== "failed") return done(...settled, ...moved.events);
  const after: StepState = { ...step, status: to };
  return done(...settled, ...moved.events, ...blockSteps(state.run.plan, state.run.steps.with(id, after)));
}

/** What is told of a move besides where it leads. */
type Told = Pick<Extract<PlanEvent, { type: "step_updated" }>, "notes" | "subagent_id" | "result">;

function move(
  state: Running,
  id: StepId,
  to: StepStatus,
  { notes, subagent_id, result }: Told = {},
): Decided<PlanEvent> {
  const from = state.run.steps.get(id)?.status;
  if (from === undefined) return unknownStep(id);
  if (!STEP_TRANSITIONS[from].includes(to)) return wrongStep(id, from, to);
  return done({
    ...{ type: "step_updated", step_id: id, from, to },
    ...(notes && { notes }),
    ...(subagent_id !== undefined && { subagent_id }),
    ...(result && { result }),
  });
}

function wrongStep(id: StepId, from: StepStatus, to: StepStatus): Decided<PlanEvent> {
  const message = `Step ${id} is ${from.replace("_", " ")}; it cannot become ${to.replace("_", " ")}.`;
  return refuse("wrong_step_state", message, { facts: { step: id, from, to } });
}

function stepOf(state: Running, id: StepId): Step | undefined {
  return findStep(state.approval.signed.plan, id);
}

function inProgress(state: Running): StepId[] {
  return state.run.steps.that("in_progress");
}

function unknownStep(id: StepId): Decided<PlanEvent> {
  return refuse("unknown_step", `The plan has no step ${id}.`);
}

function done(...events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
