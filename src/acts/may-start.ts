import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import { doneWords } from "../lifecycle/counts-words.ts";
import { nextActions } from "../lifecycle/next-actions.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { stepCounts } from "../lifecycle/step-counts.ts";
import { timeAgo } from "../plan/time-ago.ts";
import { holderOf, liveExecutor } from "../run/holder.ts";
import type { SignedPlan } from "./session-port.ts";

/** A command in an agent's shell cannot start, stop or change a run: only people can. */
export function notInsideAgent(by: Actor): Outcome<undefined> {
  if (by.kind !== "agent") return yes(undefined);
  return no("inside_agent", "This shell was started by an agent; only a person starts, stops or changes a run.", {
    hint: "Run the command in your own terminal.",
  });
}

/** Whether a plan can start or resume, and otherwise the reason and the next actions. */
export async function mayStart(
  desk: Desk,
  plan: LivePlan,
  { isResume }: { isResume: boolean },
): Promise<Outcome<SignedPlan>> {
  const { id, status } = plan;
  const next = nextActions(plan, holderOf(desk, plan));
  switch (status) {
    case "approved":
      return yes(plan);
    case "executing":
    case "paused":
    case "stalled": {
      if (isResume && status !== "executing") return yes(plan);
      const lease = liveExecutor(desk, plan);
      if (lease !== undefined) {
        return no("lost_lease", `${id} is run by process ${lease.pid} on ${lease.host}.`, {
          next,
          facts: { lease },
        });
      }
      if (isResume) return yes(plan);
      return no(
        "wrong_state",
        `${id} was started ${sinceStart(plan)}, ${doneWords(stepCounts(plan))}, and is not run now.`,
        {
          next: next.filter(({ move }) => move === "resume" || move === "fail" || move === "cancel"),
        },
      );
    }
    case "failed":
      return no("wrong_state", `${id} has failed: ${plan.reason}`, {
        next: next.filter(({ about }) => about === undefined),
      });
    case "completed":
    case "cancelled":
    case "rejected":
      return no("wrong_state", `${id} is ${status}; it does not run again.`, {
        next: next.filter(({ move }) => move === "clone"),
      });
    case "proposed":
    case "needs_review":
    case "changes_requested":
      return no("wrong_state", `${id} is not approved: only an approved plan runs.`, { next });
  }
}

export function sinceStart(plan: LivePlan, now = new Date()): string {
  return timeAgo(plan.run?.started_at ?? plan.updated_at, now);
}
