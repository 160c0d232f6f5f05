import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { executorOf } from "./executor-of.ts";

/** What has to happen before a plan can be carried out here. */
export type Beginning = "start" | "take_up" | "resume";

/** Whether it can be carried out from here, and if not, what can be done instead. */
export async function mayRun(desk: Desk, plan: LivePlan, isResume: boolean): Promise<Outcome<Beginning>> {
  const { id, status } = plan;
  switch (status) {
    case "approved":
      return yes("start");
    case "executing":
    case "paused":
    case "stalled": {
      const executor = await executorOf(desk, plan);
      if (executor !== undefined) {
        const what = status === "executing" ? "is carried out" : `is ${status}, and held`;
        const steer = status === "executing" ? `countersign pause ${id}` : `countersign resume ${id}`;
        return no("lost_lease", `${id} ${what} by ${executor.words}.`, {
          hint: `countersign watch ${id} follows it; ${steer} and countersign cancel ${id} work from here.`,
        });
      }
      if (isResume) return yes(status === "executing" ? "take_up" : "resume");
      const stands = status === "executing" ? "nobody carries it out any more" : `it is ${status}`;
      return no("wrong_state", `${id} was started ${sinceStart(plan)}, ${doneOf(plan)}, and ${stands}.`, {
        hint: `To go on: countersign run ${id} --resume. To end it: countersign fail ${id}, countersign cancel ${id}`,
      });
    }
    case "failed":
      return no("wrong_state", `${id} has failed: ${plan.reason}`, {
        hint: `countersign retry ${id} has its failed steps done again; countersign clone ${id} begins anew.`,
      });
    case "completed":
    case "cancelled":
    case "rejected":
      return no("wrong_state", `${id} is ${status}; it does not run again.`, {
        hint: `countersign clone ${id} proposes it anew.`,
      });
    case "proposed":
    case "needs_review":
    case "changes_requested": {
      const hint =
        status === "changes_requested" ? `countersign propose <file> --plan ${id}` : `countersign approve ${id}`;
      return no("wrong_state", `${id} is not countersigned: only what was signed is carried out.`, { hint });
    }
  }
}

export function sinceStart(plan: LivePlan, now = new Date()): string {
  return timeAgo(plan.run?.started_at ?? plan.updated_at, now);
}

/** "1 of 3 steps done". */
export function doneOf({ run, proposal }: LivePlan): string {
  const total = run?.steps.size ?? proposal.plan.steps.length;
  return `${run?.steps.count("completed", "skipped") ?? 0} of ${total} ${total === 1 ? "step" : "steps"} done`;
}
