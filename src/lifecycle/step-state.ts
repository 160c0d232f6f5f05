import { defined } from "../plan/defined.ts";
import type { StepId } from "../plan/plan.ts";
import { type AttemptEffects, addStats, NO_STATS, type StepResult, type StepStats } from "./step-result.ts";
import type { StepStates } from "./step-states.ts";

export const STEP_STATUSES = [
  "pending",
  "needs_decision",
  "in_progress",
  "interrupted",
  "completed",
  "failed",
  "blocked",
  "skipped",
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export interface StepState {
  status: StepStatus;
  /** How often it was started. */
  attempts: number;
  notes?: string;
  /** The subagent that runs it, or ran it last. */
  subagent_id?: string;
  /** Of the last attempt that reported one. */
  result?: StepResult;
  /** What earlier attempts left, oldest first, if it was not rolled back. */
  earlier?: readonly AttemptEffects[];
  /** Of all attempts together. */
  spent?: StepStats;
  /** The decision it depends on was changed after it completed, or while it ran. */
  is_outdated?: true;
  /** A person rolled it back, and it has not started again since. */
  is_rolled_back?: true;
}

/** The allowed moves. `completed` and `skipped` are final, unless the step keeps a process, and that has ended. */
export const STEP_TRANSITIONS: Record<StepStatus, readonly StepStatus[]> = {
  pending: ["in_progress", "needs_decision", "blocked", "skipped"],
  needs_decision: ["pending", "blocked", "skipped"],
  in_progress: ["completed", "failed", "interrupted"],
  interrupted: ["completed", "failed", "pending", "skipped"],
  completed: ["interrupted"],
  failed: ["pending", "skipped"],
  blocked: ["pending", "skipped"],
  skipped: [],
};

export const isFinished = (step: Pick<StepState, "status"> | undefined): boolean =>
  step?.status === "completed" || step?.status === "skipped";

export interface StepMove {
  step_id: StepId;
  from: StepStatus;
  to: StepStatus;
  notes?: string;
  subagent_id?: string;
  result?: StepResult;
}

/** Statuses of a step whose last attempt ended. */
export const ENDED: readonly StepStatus[] = ["completed", "failed", "interrupted"];

/** A step that failed keeps the result of that attempt, and its changes, when a person skips or retries it. */
export function mayHaveChanges({ status, result, is_rolled_back }: StepState): boolean {
  return !is_rolled_back && (ENDED.includes(status) || (status !== "in_progress" && result !== undefined));
}

/** Steps that ended are to be done again; in a plan that has ended, they keep their status. A skipped step stays skipped. */
export function rolledBack(steps: StepStates, ids: readonly StepId[], isOver: boolean): StepStates {
  return ids.reduce((after, id) => {
    const step = after.get(id);
    if (step === undefined || !mayHaveChanges(step)) return after;
    const isToDo = !isOver && ENDED.includes(step.status);
    return after.with(id, {
      ...step,
      ...(isToDo && { status: "pending", notes: "rolled back" }),
      is_rolled_back: true,
    });
  }, steps);
}

/** Applies a recorded move; throws for an impossible one. */
export function moveStep(steps: StepStates, { step_id, from, to, notes, subagent_id, result }: StepMove): StepStates {
  const step = steps.get(step_id);
  if (step === undefined || step.status !== from) {
    throw new Error(`The journal moves step ${step_id} from ${from}, but it is ${step?.status ?? "unknown"}.`);
  }
  const attempts = step.attempts + (to === "in_progress" ? 1 : 0);
  const who = subagent_id ?? (to === "in_progress" ? undefined : step.subagent_id);
  const spent = result ? addStats(step.spent ?? NO_STATS, result.stats) : step.spent;
  const last = result ?? (to === "in_progress" ? undefined : step.result);
  const earlier = to === "in_progress" ? effectsSoFar(step) : step.earlier;
  const after: StepState = {
    status: to,
    attempts,
    ...(notes && { notes }),
    ...defined({ subagent_id: who, result: last, earlier, spent }),
    ...(step.is_outdated && to === "completed" && { is_outdated: true }),
    ...(step.is_rolled_back && to !== "in_progress" && { is_rolled_back: true }),
  };
  return steps.with(step_id, after);
}

/** What the attempts of a step that starts again have left. An attempt without a result says nothing of its files. */
function effectsSoFar({ attempts, result, earlier = [], is_rolled_back }: StepState): StepState["earlier"] {
  if (attempts === 0 || is_rolled_back) return undefined;
  const { artifacts, deviations, drift, others, left_out } = result ?? {};
  return [...earlier, defined({ artifacts, deviations, drift, others, left_out })];
}
