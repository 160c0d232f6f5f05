import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Desk, SIGN_EVERY_MS } from "../desk/desk.ts";
import type { Moment } from "../lifecycle/clock-change.ts";
import { lastAlive } from "../lifecycle/last-alive.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import type { SnapshotId, Snapshots, Taken } from "./snapshot.ts";
import { snapshotsOfPlan } from "./snapshots-of-plan.ts";
import {
  type FileTracker,
  StepFileTracker,
  type StepTimes,
  type StepTimesRecord,
  snapshotSource,
  treeSource,
} from "./step-file-tracker.ts";
import { WorkFile } from "./work-file.ts";

/** A process that works writes down four times a second that it lives; a busy one is late. */
const AT_MOST_LATER_MS = 1_000;

/**
 * Until when the process that had a run may have worked, in milliseconds: it reports that it lives from time to time.
 * Call it before another process reports.
 */
export function lostAt(desk: Desk, { id, updated_at, run }: LivePlan): number | undefined {
  if (run?.lease === undefined) return undefined;
  const now = desk.moment();
  const last = (moment: Moment) => Date.parse(lastAlive(updated_at, desk.store.lastSign(id, moment), now.at));
  // By the clock then and now: a file that a person changed before or after the clock was set must not count as the step's.
  return Math.min(last(now), last({ at: now.at })) + SIGN_EVERY_MS;
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
  const record = recordIn(new WorkFile(desk.home.directory, run.id), { project: realpathSync(desk.project), plan: id });
  const hasStarted = [...run.steps.values()].some(({ attempts }) => attempts > 0);
  if (!hasStarted && run.snapshot !== undefined)
    return new StepFileTracker(snapshotSource(snapshots), { first: taken(run.snapshot), record });
  const { begun } = await snapshotsOfPlan(desk, id, await snapshots.list());
  return new StepFileTracker(snapshotSource(snapshots), {
    // A person may have changed files between two attempts: only changes since the last one are the step's for sure.
    begun: new Map([...begun].map(([step, { last }]) => [step, taken(last)])),
    record,
    isChangedAfter: (path, time) => isChangedAfter(join(desk.project, path), time),
    ...(lostAt !== undefined && { lostAt }),
  });
}

function recordIn(file: WorkFile, owner: { project: string; plan: string }): StepTimesRecord<Taken> {
  return {
    note: (step, attempt, times) => file.note(step, { attempt, ...mapped(times, ({ id }) => id) }, owner),
    end: (step, attempt, times) => file.end(step, { attempt, ...mapped(times, ({ id }) => id) }, owner),
    find: (step, attempt) => {
      const found = file.find(step, attempt);
      return found && { ...mapped(found, taken), until: found.at + AT_MOST_LATER_MS };
    },
  };
}

function mapped<From, To>({ first, from, worked, gaps, thinking }: StepTimes<From>, map: (one: From) => To) {
  return {
    first: map(first),
    from: map(from),
    worked: worked.map((time) => ({ from: map(time.from), to: map(time.to) })),
    gaps: gaps.map((gap) => ({ ...gap, from: map(gap.from), to: map(gap.to) })),
    ...(thinking !== undefined && { thinking: map(thinking) }),
  };
}

function taken(id: SnapshotId): Taken {
  return { id, leftOut: [] };
}
