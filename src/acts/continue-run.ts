import type { Outcome } from "../desk/outcome.ts";
import { yes } from "../desk/outcome.ts";
import { pulses } from "../desk/pulses.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { attachedSession, liveExecutor } from "../run/holder.ts";
import type { Acting, Goes } from "./act.ts";
import type { SignedPlan } from "./session-port.ts";

const TAKES_UP_WITHIN_MS = 5_000;

/**
 * Continues a plan after a person resumed it: in the process that holds it, in the session that it belongs to, or in
 * the session that the person acts from. `none`: the caller may run it.
 */
export async function continueRun(
  { desk, by, session, runHere, patience = TAKES_UP_WITHIN_MS }: Acting,
  plan: SignedPlan,
): Promise<Outcome<Goes>> {
  if (session?.running === plan.id) {
    await session.goOn();
    return yes({ by: "here" });
  }
  const lease = liveExecutor(desk, plan);
  if (lease !== undefined) return yes({ by: "process", lease });
  const attached = await attachedSession(desk, plan);
  if (attached !== undefined && attached !== session?.agent) {
    const taken = await takenUp(desk, plan, patience);
    return yes(taken ? { by: "session", agent: attached } : { by: "none" });
  }
  if (session === undefined) return runHere?.(plan) ?? yes({ by: "none" });
  const begun = await session.takeUp(plan, by);
  if (!begun.ok) return begun;
  return yes(begun.value === "begun" ? { by: "here" } : { by: "check" });
}

/** An open but idle session continues its plan when it learns that a person resumed it. */
async function takenUp(desk: Acting["desk"], { id }: LivePlan, patience: number): Promise<boolean> {
  for await (const _ of pulses(desk, AbortSignal.timeout(patience))) {
    const now = await usablePlan(desk, id);
    if (!now.ok || now.value.status !== "executing" || liveExecutor(desk, now.value) !== undefined) return now.ok;
  }
  return false;
}
