import type { Desk } from "../desk/desk.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import type { SnapshotId, Snapshots, Taken } from "./snapshot.ts";
import { snapshotsOfPlan } from "./snapshots-of-plan.ts";
import { type FileTracker, StepFileTracker, snapshotSource, treeSource } from "./step-file-tracker.ts";

/** Tracks the files of a run from where it is now. Without snapshots, the steps of a dead process cannot be compared. */
export async function openFileTracker(
  desk: Desk,
  { id, run }: RunningPlan,
  snapshots: Snapshots | { none: string },
): Promise<FileTracker> {
  if ("none" in snapshots) return new StepFileTracker(treeSource(desk.project));
  const hasStarted = [...run.steps.values()].some(({ attempts }) => attempts > 0);
  if (!hasStarted && run.snapshot !== undefined)
    return new StepFileTracker(snapshotSource(snapshots), { first: taken(run.snapshot) });
  const { begun } = await snapshotsOfPlan(desk, id, await snapshots.list());
  return new StepFileTracker(snapshotSource(snapshots), {
    // A person may have changed files between two attempts: only changes since the last one are the step's for sure.
    begun: new Map([...begun].map(([step, { last }]) => [step, taken(last)])),
  });
}

function taken(id: SnapshotId): Taken {
  return { id, leftOut: [] };
}
