import type { StepId } from "../plan/plan.ts";
import { isLeftOut } from "./left-out.ts";
import type { Run } from "./plan-state.ts";
import type { StepStatus } from "./step-state.ts";

/**
 * How far a plan is, as every list, card and program is told. Each step of `total` is counted once: `done`,
 * `in_progress`, `failed`, `interrupted`, `not_started` and `rolled_back` together are `total`.
 */
export interface StepCounts {
  /** Steps to run. A step that was left out at approval is not counted. */
  total: number;
  /** Completed or skipped, and not rolled back. */
  done: number;
  /** How many of those that are done. */
  skipped: number;
  in_progress: number;
  failed: number;
  interrupted: number;
  /** Pending, blocked, or waiting for a decision. */
  not_started: number;
  /** Steps that a person rolled back, and that have not started again since. */
  rolled_back: number;
  /** Not counted in `total`. */
  left_out: number;
}

export function runCounts(run: Pick<Run, "steps" | "left_out" | "rolled_back">): StepCounts {
  const { steps } = run;
  const left_out = run.left_out.filter((id) => isLeftOut(run, id)).length;
  const taken = rolledBackSteps(run).map((id) => steps.get(id)?.status);
  // A step that was rolled back keeps its status in a plan that has ended.
  const count = (...statuses: StepStatus[]) =>
    steps.count(...statuses) - taken.filter((status) => status !== undefined && statuses.includes(status)).length;
  const skipped = count("skipped") - left_out;
  return {
    total: steps.size - left_out,
    done: count("completed") + skipped,
    skipped,
    in_progress: count("in_progress"),
    failed: count("failed"),
    interrupted: count("interrupted"),
    not_started: count("pending", "blocked", "needs_decision"),
    rolled_back: taken.length,
    left_out,
  };
}

/** Steps to do again: they were rolled back and have not started since, in the order in which that happened. */
export function rolledBackSteps({ steps, rolled_back = [] }: Pick<Run, "steps" | "rolled_back">): StepId[] {
  const named = new Set(rolled_back.flatMap((back) => back.steps));
  return [...named].filter((id) => steps.get(id)?.is_rolled_back && steps.get(id)?.status !== "skipped");
}
