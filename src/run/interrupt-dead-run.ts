import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import { NO_STATS } from "../lifecycle/step-result.ts";
import type { PlanId } from "../plan/plan.ts";
import { acquireRun } from "./acquire-run.ts";
import { endKeptProcesses } from "./end-kept-processes.ts";
import { endLostSteps } from "./end-lost-steps.ts";
import { abandonLease, newLease } from "./lease.ts";

/**
 * For a run whose executor is dead: takes the lease, ends the processes of its steps and marks the steps interrupted, or
 * records the commands that `found` returns for the run under that lease. Runs nothing of the plan; it waits for a person.
 * Refused while the executor is alive.
 */
export async function interruptDeadRun(
  desk: Desk,
  id: PlanId,
  found?: (run: Run) => readonly PlanCommand[] | undefined,
): Promise<Outcome<LivePlan>> {
  const lease = newLease();
  try {
    return await settle(desk, id, lease, found);
  } finally {
    abandonLease(lease.id);
  }
}

async function settle(
  desk: Desk,
  id: PlanId,
  lease: Lease,
  found: ((run: Run) => readonly PlanCommand[] | undefined) | undefined,
): Promise<Outcome<LivePlan>> {
  const taken = await acquireRun(desk, id, lease, { onlyStarted: true });
  if (!taken.ok) return taken;
  const { run } = taken.value;
  await endKeptProcesses(run);
  const endings = found?.(run) ?? (await interrupted(desk, run));
  const settled = await desk.record(id, [...endings, { type: "release_lease" }], lease.id);
  return settled.refusal ? { ok: false, refusal: settled.refusal } : yes(settled.plan ?? taken.value);
}

async function interrupted(desk: Desk, run: Run): Promise<PlanCommand[]> {
  const lost = run.plan.steps.filter((step) => run.steps.get(step.id)?.status === "in_progress");
  const drift = await endLostSteps(desk, run, lost);
  const notes = "its process ended while it ran";
  return lost.map(({ id: step_id }, index): PlanCommand => {
    const result = index === 0 && drift.length > 0 ? { result: { output: "", stats: NO_STATS, drift } } : {};
    return { type: "end_step", step_id, outcome: "interrupted", notes, ...result };
  });
}
