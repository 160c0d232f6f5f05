import type { StepId } from "../plan/plan.ts";
import { approvedAgain } from "./approved-again.ts";
import { queue, unqueue } from "./decide-queue.ts";
import { rollBack } from "./decide-roll-back.ts";
import { answerRun, askAmendment, askBudget } from "./decide-run-request.ts";
import { awaitDecision, endStep, failStep, rerunStep, retryStep, skipStep, startStep } from "./decide-step.ts";
import { lostLease } from "./lease.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { ENDS, type PlanState, type RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { closings, openRequests } from "./request.ts";
import { isFinished } from "./step-state.ts";

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

/** Carrying out what was signed: the plan's own moves, and those of its steps. */
export function decideRun(state: PlanState, command: RunCommand, terms: Terms): Decided<PlanEvent> {
  if (command.type === "start") return start(state, command);
  if (command.type === "queue") return queue(state, command);
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
    case "rerun_step":
      return rerunStep(state, command.step_id);
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

const isRunning = (state: PlanState): state is RunningPlan =>
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
function takeLease(state: RunningPlan, { lease, from }: Of<"take_lease">): Decided<PlanEvent> {
  if (ENDS.includes(state.status) && inProgress(state).length === 0)
    return refuse("wrong_step_state", "The plan is cancelled, and nothing of it is at work.");
  const taken = lostLease(state.run.lease, from);
  return taken ? { ok: false, refusal: taken } : done({ type: "lease_taken", lease });
}

function releaseLease(state: RunningPlan): Decided<PlanEvent> {
  const running = inProgress(state);
  if (running.length > 0) return refuse("step_in_progress", `Still running: ${running.join(", ")}.`);
  const paused: PlanEvent[] = state.status === "executing" ? [{ type: "paused", why: "left" }] : [];
  return done(...paused, { type: "lease_released" });
}

function pause(state: RunningPlan, now: true | undefined): Decided<PlanEvent> {
  if (state.status === "paused") {
    const isMore = now && !state.now && inProgress(state).length > 0;
    return isMore
      ? done({ type: "paused", why: state.why, now })
      : refuse("wrong_state", "The plan is paused already.");
  }
  return done({ type: "paused", why: "person", ...(now && { now }) });
}

function resume(state: RunningPlan): Decided<PlanEvent> {
  const kinds = openRequests(state.requests).map(({ kind }) => kind);
  if (kinds.includes("divergence")) {
    const message = "The plan file differs from what was signed; say first whether to go on with the signed text.";
    return refuse("diverged", message);
  }
  return kinds.includes("budget")
    ? refuse("budget_open", "A budget is used up; say first whether to go on.")
    : done({ type: "resumed" });
}

function complete(state: RunningPlan, summary: string | undefined): Decided<PlanEvent> {
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

function resetAll(state: RunningPlan): PlanEvent[] {
  return [...state.run.steps].flatMap(([step_id, { status }]): PlanEvent[] =>
    status === "failed" || status === "blocked" || status === "interrupted"
      ? [{ type: "step_updated", step_id, from: status, to: "pending" }]
      : [],
  );
}

function inProgress(state: RunningPlan): StepId[] {
  return state.run.steps.that("in_progress");
}

function done(...events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
