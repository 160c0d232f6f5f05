import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { unfinishedPlans } from "./unfinished-plans.ts";

/** The plan that "resume" without a name means: the session's own if it can continue, or the only unfinished one. */
export async function planToResume(desk: Desk, own: LivePlan | undefined): Promise<Outcome<LivePlan>> {
  if (own !== undefined && CAN_GO_ON.includes(own.status)) return yes(own);
  const unfinished = (await unfinishedPlans(desk)).filter(({ session }) => session === undefined);
  const [only, ...others] = unfinished;
  if (only === undefined) {
    if (own !== undefined) return yes(own);
    return no("not_found", "No plan waits to be resumed.", { next: [{ move: "plans", what: "list all plans" }] });
  }
  if (others.length === 0) return yes(only.plan);
  return no("not_found", `${unfinished.length} plans are unfinished: name one.`, {
    next: unfinished.map(({ plan }) => ({
      move: "resume",
      plan: plan.id,
      what: `continue "${plan.proposal.plan.title}"`,
    })),
  });
}

const CAN_GO_ON: readonly LivePlan["status"][] = ["approved", "executing", "paused", "stalled", "changes_requested"];
