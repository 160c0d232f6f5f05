import type { Desk } from "../desk/desk.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { lostAt, openFileTracker } from "./open-file-tracker.ts";
import { openSnapshots } from "./snapshot.ts";
import type { LostStep, StepFileChanges } from "./step-file-tracker.ts";

/** For a run that has snapshots and is not run in this process: the changes of a lost step. */
export async function changesAfterLoss(
  desk: Desk,
  plan: RunningPlan,
  env: NodeJS.ProcessEnv,
  lost: LostStep,
): Promise<StepFileChanges> {
  if (plan.run.snapshot === undefined) return {};
  const options = { env, home: desk.home.directory, planId: plan.id, runId: plan.run.id };
  const snapshots = await openSnapshots(desk.project, options);
  if ("none" in snapshots) return {};
  return (await openFileTracker(desk, plan, snapshots, lostAt(desk, plan))).afterLoss(lost);
}
