import type { StepId } from "../plan/plan.ts";
import { own } from "./own.ts";

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
}

export type StepStates = Record<StepId, StepState>;

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

export const isFinished = (step: StepState | undefined): boolean =>
  step?.status === "completed" || step?.status === "skipped";

/** Applies a recorded move. Throws for one that cannot have happened. */
export function moveStep(
  steps: StepStates,
  { step_id, from, to, notes }: { step_id: StepId; from: StepStatus; to: StepStatus; notes?: string },
): StepStates {
  const step = own(steps, step_id);
  if (step === undefined || step.status !== from) {
    throw new Error(`The journal moves step ${step_id} from ${from}, but it is ${step?.status ?? "unknown"}.`);
  }
  const attempts = step.attempts + (to === "in_progress" ? 1 : 0);
  return { ...steps, [step_id]: { status: to, attempts, ...(notes && { notes }) } };
}
