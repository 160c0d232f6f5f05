import type { Desk } from "../../../desk/desk.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { liveExecutor } from "../../../run/holder.ts";

/** What has to be done for a plan to go on, after a person has said something about its steps. */
export async function howToGoOn(desk: Desk, plan: LivePlan): Promise<string> {
  const { id, status } = plan;
  if (status === "approved") return `To carry it out: countersign run ${id}`;
  if (status === "paused" || status === "stalled") return `To go on: countersign resume ${id}`;
  if (status === "failed") return `To go on: countersign retry ${id}`;
  if (status !== "executing") return `It is ${status.replace("_", " ")}.`;
  const executor = liveExecutor(desk, plan);
  return executor
    ? `It goes on: process ${executor.pid} on ${executor.host} has it.`
    : `To go on: countersign resume ${id}`;
}
