import { defined } from "../plan/defined.ts";
import type { StepId } from "../plan/plan.ts";
import { answerRun, askInterruptions } from "./decide-run-request.ts";
import { failStep, retryStep, skipStep } from "./decide-step.ts";
import { lostLease } from "./lease.ts";
import type { CommandOf, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { ENDS, type PlanState, type RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { closings, openRequests } from "./request.ts";
import { retryEvents } from "./retry-events.ts";
import { isFinished } from "./step-state.ts";

/** The commands for a run as a whole; those for its steps are in `decide-step.ts`. */
export function start(state: PlanState, { run_id, lease, snapshot }: CommandOf<"start">): Decided<PlanEvent> {
  if (state.status !== "approved") return refuse("wrong_state", "Only an approved plan can be started.");
  return done({ type: "run_started", run_id, ...defined({ lease, snapshot }) });
}

/** A cancelled plan can be taken over only to end the steps that its executor left running. */
export function takeLease(state: RunningPlan, { lease, from }: CommandOf<"take_lease">): Decided<PlanEvent> {
  if (ENDS.includes(state.status) && inProgress(state).length === 0)
    return refuse("wrong_step_state", "The plan is cancelled, and none of its steps is running.");
  const taken = lostLease(state.run.lease, from);
  return taken ? { ok: false, refusal: taken } : done({ type: "lease_taken", lease });
}

export function releaseLease(state: RunningPlan): Decided<PlanEvent> {
  const running = inProgress(state);
  if (running.length > 0) return refuse("step_in_progress", `Still running: ${running.join(", ")}.`);
  const paused: PlanEvent[] = state.status === "executing" ? [{ type: "paused", why: "left" }] : [];
  return done(...paused, { type: "lease_released" });
}

export function pause(state: RunningPlan, { now }: CommandOf<"pause">): Decided<PlanEvent> {
  if (state.status === "paused") {
    const isMore = now && !state.now && inProgress(state).length > 0;
    return isMore
      ? done({ type: "paused", why: state.why, now })
      : refuse("wrong_state", "The plan is paused already.");
  }
  return done({ type: "paused", why: "person", ...defined({ now }) });
}

/** Asks about every interrupted step that no request is open for: none is repeated silently. */
export function resume(state: RunningPlan, terms: Terms): Decided<PlanEvent> {
  const kinds = openRequests(state.requests).map(({ kind }) => kind);
  if (kinds.includes("divergence")) {
    const message =
      "The plan file differs from the signed text; first decide whether to continue with the signed text.";
    return refuse("diverged", message);
  }
  if (kinds.includes("model")) return refuse("model_open", "A model is missing; choose another one first.");
  return kinds.includes("budget")
    ? refuse("budget_open", "A budget is used up; first decide whether to continue.")
    : done(...askInterruptions(state, terms), { type: "resumed" });
}

export function complete(state: RunningPlan, { summary }: CommandOf<"complete">): Decided<PlanEvent> {
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

export function fail(state: RunningPlan, { reason, summary }: CommandOf<"fail">): Decided<PlanEvent> {
  const running = inProgress(state);
  if (running.length > 0) return refuse("step_in_progress", `Still running: ${running.join(", ")}.`);
  const closed = RUN_REQUESTS.flatMap((kind) => closings(state.requests, "cancelled", kind));
  return done(...closed, { type: "failed", reason, ...(summary && { summary }) });
}

/** The run's requests are closed with it; decisions stay for the next run. */
const RUN_REQUESTS = ["divergence", "amendment", "budget", "interruption", "model"] as const;

export function retry(state: RunningPlan, _: CommandOf<"retry">, terms: Terms): Decided<PlanEvent> {
  return done(...resetAll(state), ...retryEvents(state, terms));
}

/** An answer about an interrupted step moves that step as the command of the same name would. */
export function answer(state: RunningPlan, command: CommandOf<"answer">, terms: Terms): Decided<PlanEvent> {
  return answerRun(state, command, terms, {
    again: (id) => retryStep(state, id, terms),
    failed: (id) => failStep(state, id, undefined, terms),
    skip: (id) => skipStep(state, id, `skipped by ${terms.by.name}: it was interrupted`, terms),
  });
}

export function stall(): Decided<PlanEvent> {
  return done({ type: "stalled" });
}

export function recordCall(_: RunningPlan, { type: __, ...judgement }: CommandOf<"record_call">): Decided<PlanEvent> {
  return done({ type: "call_judged", ...judgement });
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
