import { type Outcome, yes } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { runningPlan } from "../run/running-plan.ts";
import type { Acting, Done, Goes } from "./act.ts";
import { continueRun } from "./continue-run.ts";
import { done } from "./done.ts";
import { interruptIfDead } from "./interrupt-if-dead.ts";
import type { SignedPlan } from "./session-port.ts";

export interface Retried {
  act: "retry";
  step?: StepId;
}

/** Makes a failed or interrupted step pending again, or all that failed. In a session the plan then continues. */
export async function retryPlan(acting: Acting, id: PlanId, step?: StepId): Promise<Outcome<Done<Retried>>> {
  const { desk, by, session } = acting;
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const fact: Retried = { act: "retry", ...defined({ step }) };
  const checked = await session?.checkFirst(() => retryPlan(acting, id, step));
  if (checked && !checked.ok) return checked;
  if (checked) {
    const words = "How far the interrupted step got is checked first; then it is tried again.";
    return done(desk, { plan: found.value, fact, words, goes: { by: "check" } });
  }
  const settled = await interruptIfDead(desk, found.value, by);
  if (!settled.ok) return settled;
  const sent = await desk.send(id, step === undefined ? { type: "retry" } : { type: "retry_step", step_id: step }, by);
  if (!sent.ok) return sent;
  const plan = sent.value;
  const goes = await goesOn(acting, plan.status === "approved" ? plan : runningPlan(plan));
  if (!goes.ok) return goes;
  const isRun = goes.value.by !== "none" && goes.value.by !== "check";
  const words = retriedWords(found.value, step, isRun);
  return done(desk, { plan, fact, words, goes: goes.value });
}

/** After the failed step was skipped none is left to be retried, and only the plan continues. */
function retriedWords({ id, run }: LivePlan, step: StepId | undefined, isRun: boolean): string {
  const continues = isRun ? `${id} continues.` : `${id} can continue.`;
  if (step === undefined && run?.steps.count("failed") === 0) return continues;
  const what = step === undefined ? "The failed steps are" : `Step ${step} is`;
  return isRun ? `${what} tried again: ${continues}` : `${what} to be tried again.`;
}

/** A plan that a person paused stays paused; without a session it waits for `run`. */
async function goesOn(acting: Acting, plan: SignedPlan | undefined): Promise<Outcome<Goes>> {
  if (plan === undefined || plan.status === "paused" || plan.status === "stalled") return yes({ by: "none" });
  const runsHere = acting.session !== undefined || acting.runHere !== undefined;
  if (!runsHere && plan.status === "approved") return yes({ by: "none" });
  return continueRun(acting, plan);
}
