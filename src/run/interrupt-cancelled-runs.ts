import type { Desk } from "../desk/desk.ts";
import type { PlanRow } from "../desk/rows.ts";
import { isLeftAtWork } from "./acquire-run.ts";
import { cancelledLately } from "./cancelled-lately.ts";
import { interruptDeadRun } from "./interrupt-dead-run.ts";

const MOST = 20;

/**
 * A plan that was cancelled just before its executor was killed is never taken over, so this ends the processes of its
 * steps. It checks plans that were cancelled lately.
 */
export async function interruptCancelledRuns(desk: Desk): Promise<void> {
  const { rows } = await desk.plans({ status: ["cancelled"], limit: MOST });
  const since = cancelledLately(Date.parse(desk.at()));
  const wasSigned = ({ approved_at, updated_at }: PlanRow) => approved_at !== undefined && updated_at > since;
  for (const { id } of rows.filter(wasSigned)) {
    const found = await desk.plan(id);
    const plan = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
    // Refused while the executor is alive, which ends its steps itself.
    if (plan && isLeftAtWork(plan)) await interruptDeadRun(desk, id);
  }
}
