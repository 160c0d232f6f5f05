import type { Desk } from "../desk/desk.ts";
import type { PlanRow } from "../desk/rows.ts";
import { cancelledLately } from "./cancelled-lately.ts";
import { settleDeadRun } from "./settle-dead-run.ts";
import { isLeftAtWork } from "./take-run.ts";

const MOST = 20;

/**
 * Plans that were cancelled in the instant before their executor was killed: nobody takes them up any more, so whoever
 * looks next ends what their steps left running. Those that ended lately are looked at.
 */
export async function settleCancelledRuns(desk: Desk): Promise<void> {
  const { rows } = await desk.plans({ status: ["cancelled"], limit: MOST });
  const since = cancelledLately(Date.parse(desk.at()));
  const wasSigned = ({ approved_at, updated_at }: PlanRow) => approved_at !== undefined && updated_at > since;
  for (const { id } of rows.filter(wasSigned)) {
    const found = await desk.plan(id);
    const plan = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
    // One that is alive is about to say it itself.
    if (plan && isLeftAtWork(plan)) await settleDeadRun(desk, id);
  }
}
