import type { LivePlan, Run } from "./plan-state.ts";

/** The run that shows the progress of this text. An earlier run of another text does not. */
export function runShown(state: LivePlan): Run | undefined {
  if (!("approval" in state) || state.approval === undefined || state.run === undefined) return undefined;
  const mayBeOld = state.status === "approved" || state.status === "cancelled";
  return mayBeOld && state.run.plan !== state.approval.signed.plan ? undefined : state.run;
}
