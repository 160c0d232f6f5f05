import { autoRun } from "../../acts/auto-run.ts";
import { isAwaited } from "../../acts/is-awaited.ts";
import { startPlan } from "../../acts/start-plan.ts";
import { claimAgent } from "../../desk/agent-pid-file.ts";
import type { Desk } from "../../desk/desk.ts";
import type { DeskEvent } from "../../desk/events.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
import { HOST } from "../../lifecycle/actor.ts";
import type { PlanId } from "../../plan/plan.ts";
import { actingHere } from "./handlers/acting-here.ts";
import type { Dashboard, ServedProject } from "./handlers/dashboard.ts";
import type { Plannings } from "./plannings.ts";

/**
 * With `auto_run`, a plan that was approved elsewhere starts here, unless a person wanted it later or an open session planned
 * it. Terminals that are open do the same: one process starts it.
 */
export async function startApproved(
  { runs, plannings }: Pick<Dashboard, "runs" | "plannings">,
  project: ServedProject,
  record: readonly DeskEvent[],
): Promise<void> {
  const approval = record.find(({ data }) => data.type === "approved");
  const { desk } = project;
  if (approval === undefined || !autoRun(desk).on) return;
  const id = approval.journal;
  const release = runs.has(project, id) ? undefined : claimAgent(desk, `start-${id}`);
  if (release === undefined) return;
  try {
    if (await isFree(plannings, desk, id)) await startPlan(actingHere(runs, project, HOST), id);
  } finally {
    release();
  }
}

async function isFree(plannings: Plannings, desk: Desk, id: PlanId): Promise<boolean> {
  const found = await usablePlan(desk, id);
  if (!found.ok || found.value.status !== "approved") return false;
  const { queued, approval } = found.value;
  if (queued !== undefined || approval.later === true) return false;
  return !(await isAwaited(desk, id, (agent) => plannings.has(agent)));
}
