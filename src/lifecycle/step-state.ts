import type { StepId } from "../plan/plan.ts";
import { addStats, NO_STATS, type StepResult, type StepStats } from "./step-result.ts";
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
  /** Who carries it out, or did so last. */
  subagent_id?: string;
  /** Of the last attempt that told of itself. */
  result?: StepResult;
  /** By all attempts together. */
  spent?: StepStats;
  /** The decision it went by was changed after it was done, or while it was being done. */
  is_outdated?: true;
}

/** What may follow what. `completed` and `skipped` are ends of a step. */
export const STEP_TRANSITIONS: Record<StepStatus, readonly StepStatus[]> = {
  pending: ["in_progress", "needs_decision", "blocked", "skipped"],
  needs_decision: ["pending", "blocked", "skipped"],
  in_progress: ["completed", "failed", "interrupted"],
  interrupted: ["completed", "failed", "pending", "skipped"],
  completed: [],
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

/** These steps are to be done again, as far as anything was done. */
export function rolledBack(steps: StepStates, ids: readonly StepId[]): StepStates {
  return ids.reduce((after, id) => {
    const step = after.get(id);
    const isDone = step?.status === "completed" || step?.status === "failed" || step?.status === "interrupted";
    return isDone ? after.with(id, { ...step, status: "pending", notes: "rolled back" }) : after;
  }, steps);
}

/** Applies a recorded move. Throws for one that cannot have happened. */
export function moveStep(steps: StepStates, { step_id, from, to, notes, subagent_id, result }: StepMove): StepStates {
  const step = steps.get(step_id);
  if (step === undefined || step.status !== from) {
    throw new Error(`The journal moves step ${step_id} from ${from}, but it is ${step?.status ?? "unknown"}.`);
  }
  const attempts = step.attempts + (to === "in_progress" ? 1 : 0);
  const who = subagent_id ?? (to === "in_progress" ? undefined : step.subagent_id);
  const spent = result ? addStats(step.spent ?? NO_STATS, result.stats) : step.spent;
  const last = result ?? (to === "in_progress" ? undefined : step.result);
  const after: StepState = {
    ...{ status: to, attempts },
    ...(notes && { notes }),
    ...(who !== undefined && { subagent_id: who }),
    ...(last && { result: last }),
    ...(spent && { spent }),
    ...(step.is_outdated && to === "completed" && { is_outdated: true }),
  };
  return steps.with(step_id, after);
}
