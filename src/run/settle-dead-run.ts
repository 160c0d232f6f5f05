import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { endProcessesOf } from "./end-processes.ts";
import { letGo, newLease } from "./lease.ts";
import { takeRun } from "./take-run.ts";

/**
 * For a run whose executor is gone, before a person ends it or after: what its steps had started is ended, and they are
 * interrupted, not in progress; or what somebody `found` out of them holds, who is asked once nobody else can be at them. Nothing of the plan is carried out, and it waits
 * for a person. A live executor is never robbed: then it is refused.
 */
export async function settleDeadRun(
  desk: Desk,
  id: PlanId,
  found?: (run: Run) => readonly PlanCommand[] | undefined,
): Promise<Outcome<LivePlan>> {
  const lease = newLease();
  try {
    return await settle(desk, id, lease, found);
  } finally {
    letGo(lease.id);
  }
}

async function settle(
  desk: Desk,
  id: PlanId,
  lease: Lease,
  found: ((run: Run) => readonly PlanCommand[] | undefined) | undefined,
): Promise<Outcome<LivePlan>> {
  const taken = await takeRun(desk, id, lease, { onlyStarted: true });
  if (!taken.ok) return taken;
  const { run } = taken.value;
  const endings = found?.(run) ?? (await interrupted(run));
  const settled = await desk.record(id, [...endings, { type: "release_lease" }], lease.id);
  return settled.refusal ? { ok: false, refusal: settled.refusal } : yes(settled.plan ?? taken.value);
}

async function interrupted({ plan, steps }: Run): Promise<PlanCommand[]> {
  const lost = plan.steps.filter((step) => steps.get(step.id)?.status === "in_progress");
  for (const step of lost) {
    const subagent = steps.get(step.id)?.subagent_id;
    if (subagent !== undefined) await endProcessesOf(subagent);
  }
  const notes = "its process ended while it ran";
  return lost.map(({ id: step_id }): PlanCommand => ({ type: "end_step", step_id, outcome: "interrupted", notes }));
}
