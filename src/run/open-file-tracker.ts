import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Desk, SIGN_EVERY_MS } from "../desk/desk.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import type { SnapshotId, Snapshots, Taken } from "./snapshot.ts";
import { snapshotsOfPlan } from "./snapshots-of-plan.ts";
import { type FileTracker, StepFileTracker, snapshotSource, treeSource } from "./step-file-tracker.ts";

/**
 * Until when the process that had a run may have worked, in milliseconds: it reports that it lives from time to time.
 * Call it before another process reports.
 */
export function lostAt(desk: Desk, { id, updated_at, run }: LivePlan): number | undefined {
  if (run?.lease === undefined) return undefined;
  return Date.parse([desk.store.lastSign(id) ?? "", updated_at].sort().at(-1) ?? "") + SIGN_EVERY_MS;
}

/** By the time of the inode, which no program sets. A file that is gone does not tell. */
function isChangedAfter(path: string, time: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.ctimeMs > time;
}

/** Tracks the files of a run from where it is now. Without snapshots, the steps of a dead process cannot be compared. */
export async function openFileTracker(
  desk: Desk,
  { id, run }: RunningPlan,
  snapshots: Snapshots | { none: string },
  lostAt?: number,
): Promise<FileTracker> {
  if ("none" in snapshots) return new StepFileTracker(treeSource(desk.project));
  const hasStarted = [...run.steps.values()].some(({ attempts }) => attempts > 0);
  if (!hasStarted && run.snapshot !== undefined)
    return new StepFileTracker(snapshotSource(snapshots), { first: taken(run.snapshot) });
  const { begun } = await snapshotsOfPlan(desk, id, await snapshots.list());
  return new StepFileTracker(snapshotSource(snapshots), {
    // A person may have changed files between two attempts: only changes since the last one are the step's for sure.
    begun: new Map([...begun].map(([step, { last }]) => [step, taken(last)])),
    ...(lostAt !== undefined && { isLater: (path) => isChangedAfter(join(desk.project, path), lostAt) }),
  });
}

function taken(id: SnapshotId): Taken {
  return { id, leftOut: [] };
}
