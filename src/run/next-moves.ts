import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import { isAllowedFrom } from "../lifecycle/transitions.ts";
import type { StepId } from "../plan/plan.ts";

/** Something a person can do now, as every surface calls it. */
export interface NextMove {
  move: "decide" | "retry" | "skip" | "resume" | "rollback" | "fail" | "clone";
  /** The step, or the decision, that it is about. */
  about?: StepId;
  what: string;
}

/** What the table of transitions allows from here, for the steps that need it. */
export function nextMoves({ status }: LivePlan, run: Run): NextMove[] {
  const moves: NextMove[] = [];
  const atWork = run.steps.values().some((step) => step.status === "in_progress");
  for (const step of run.plan.steps) {
    const now = run.steps.get(step.id)?.status;
    if (now === "needs_decision" && step.decision_id !== undefined && isAllowedFrom("decide", status)) {
      if (!moves.some(({ about }) => about === step.decision_id))
        moves.push({ move: "decide", about: step.decision_id, what: `${step.id} waits for it` });
    }
    if (now !== "failed" && now !== "interrupted") continue;
    if (isAllowedFrom("retry_step", status)) moves.push({ move: "retry", about: step.id, what: "try it once more" });
    if (isAllowedFrom("skip_step", status))
      moves.push({ move: "skip", about: step.id, what: "go on without it; say why" });
  }
  if (isAllowedFrom("resume", status)) moves.push({ move: "resume", what: "go on where it stopped" });
  if (run.snapshot !== undefined && isAllowedFrom("roll_back", status) && !atWork)
    moves.push({ move: "rollback", what: "take back what the run changed" });
  if (isAllowedFrom("fail", status) && !atWork) moves.push({ move: "fail", what: "mark the plan as failed" });
  moves.push({ move: "clone", what: "begin again, as a new plan" });
  return moves;
}
