import { type PathBytes, textOf } from "../desk/tree/path-bytes.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { shellWord } from "../plan/shell-word.ts";
import { adoptSnapshots } from "./snapshot/adopt-snapshots.ts";
import { changesBetween, diffBetween } from "./snapshot/compare-snapshots.ts";
import { isSameEntry } from "./snapshot/entry.ts";
import { explainObstacles, inOrder } from "./snapshot/explain-obstacles.ts";
import { findPlace } from "./snapshot/find-place.ts";
import type { Place } from "./snapshot/git.ts";
import { forgetSnapshots, listSnapshots } from "./snapshot/list-snapshots.ts";
import type { RollbackPlan } from "./snapshot/plan-rollback.ts";
import { type Contents, Damaged, Reader } from "./snapshot/reader.ts";
import { dropRef, type Recorded, Recorder } from "./snapshot/recorder.ts";
import { carryOutRollback, damagedAmong, prepareRollback } from "./snapshot/rollback.ts";
import type { SnapshotName } from "./snapshot/snapshot-name.ts";

export type { SnapshotName } from "./snapshot/snapshot-name.ts";

/** The hash of everything in a snapshot. The one in the journal proves it; git's refs are only a list. */
export type SnapshotId = string;

export interface Snapshot {
  id: SnapshotId;
  run: string;
  /** Counted within its run. */
  number: number;
  name: SnapshotName;
  at: string;
}

/** A file and a reason. Paths are relative to the project, and to be shown through `visible`, as every name. */
export interface Noted {
  path: string;
  because: string;
}

export interface Taken {
  id: SnapshotId;
  /** Files of the project that are not in the snapshot, besides ignored ones. */
  leftOut: Noted[];
}

export interface Change {
  path: string;
  how: "added" | "changed" | "removed";
}

export interface Conflict extends Noted {
  /** The snapshot that has the later change, if it is one of the run's. */
  by?: SnapshotName;
}

export type RolledBack =
  | {
      ok: true;
      changes: Change[];
      /** Files that could not be restored. */
      left: Noted[];
      /** To undo the rollback: `rollback(before, { expected: after })`. */
      before: SnapshotId;
      after: SnapshotId;
    }
  | NotRolledBack;

/** Nothing was touched. */
export interface NotRolledBack {
  ok: false;
  kind: "changed_since" | "damaged";
  message: string;
  conflicts: Conflict[];
}

export interface SnapshotOptions {
  env: NodeJS.ProcessEnv;
  /** The user's own directory, in which snapshots are kept. Left out: the one that `env` names. */
  home?: string;
  planId: PlanId;
  runId: string;
  /** Bytes; larger files are left out. */
  largest?: number;
  now?: () => number;
}

const LARGEST = 1_073_741_824;
const LONGEST_DIFF = 4_000_000;

/** Snapshots of a project for one run; or why there can be none, as the rest of a sentence. */
export async function openSnapshots(project: string, options: SnapshotOptions): Promise<Snapshots | { none: string }> {
  const place = await findPlace(project, options);
  if ("none" in place) return place;
  const { planId: plan, runId: run, largest = LARGEST, now = Date.now } = options;
  let listed = await listSnapshots(place, plan);
  if (listed.length === 0) {
    await adoptSnapshots(place, plan);
    listed = await listSnapshots(place, plan);
  }
  const last = listed.filter((snapshot) => snapshot.run === run).at(-1);
  const recorder = new Recorder(place, { plan, run, largest, now }, last?.number ?? 0);
  if (last) await recorder.goOnFrom(last.id);
  return new Snapshots(place, plan, run, recorder);
}

/**
 * The working tree of a project, recorded in a git repository of our own: files that are tracked and new ones, byte by
 * byte. The project's repository is not touched, and nothing runs that it names. One at a time: a second call waits.
 */
export class Snapshots {
  readonly #place: Place;
  readonly #plan: PlanId;
  readonly #run: string;
  readonly #recorder: Recorder;
  readonly #reader: Reader;
  /** The last snapshot of this process, if its ref is still there. */
  #newest: Taken | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: Place, plan: PlanId, run: string, recorder: Recorder) {
    this.#place = place;
    this.#plan = plan;
    this.#run = run;
    this.#recorder = recorder;
    this.#reader = new Reader(place);
  }

  /** The git command that restores all files that a snapshot has; a path instead of `.` restores one. */
  restoreCommand(id: SnapshotId): string {
    const { store, project } = this.#place;
    return `git -C ${shellWord(project)} --git-dir=${shellWord(store)} --work-tree=. restore --source=${id.slice(0, 12)} -- .`;
  }

  take(name: SnapshotName): Promise<Taken> {
    return this.#inTurn(() => this.#take(name));
  }

  /** The last snapshot if no file has changed since, else a new one. */
  takeIfChanged(name: SnapshotName): Promise<Taken> {
    return this.#inTurn(async () => {
      const newest = this.#newest;
      return newest !== undefined && (await this.#recorder.isUnchanged()) ? newest : this.#take(name);
    });
  }

  changed(from: SnapshotId, to: SnapshotId): Promise<Change[]> {
    return changesBetween(this.#reader, from, to);
  }

  /** As unified text. Binary files are only named; text beyond `longest` bytes is cut, with a note. */
  diff(
    from: SnapshotId,
    to: SnapshotId,
    { paths, longest = LONGEST_DIFF }: { paths?: readonly string[]; longest?: number } = {},
  ): Promise<string> {
    return diffBetween(this.#reader, from, to, { longest, ...defined({ paths }) });
  }

  /**
   * Undoes the changes from `to` to `expected`: the whole run with its last snapshot, a step with its own. Files that differ
   * from `expected` are conflicts, and then nothing is touched. All other changes stay.
   */
  rollback(
    to: SnapshotId,
    { expected, only = () => true }: { expected: SnapshotId; only?: (path: string) => boolean },
  ): Promise<RolledBack> {
    return this.#inTurn(async () => {
      const reader = this.#reader;
      const looked = await this.#lookAhead(to, expected, only);
      if (!looked.ok) return looked;
      const { plan, now } = looked;
      const contents = reader.contents();
      try {
        const unfit = await damagedAmong(plan, contents);
        if (unfit.size > 0) {
          await dropRef(this.#place, now.ref);
          return damaged("The snapshot is damaged.", notes(unfit));
        }
        return await this.#restored(reader, plan, now, contents);
      } finally {
        await contents.close();
      }
    });
  }

  /** What `rollback` would refuse now, before a person is asked. */
  obstacle(
    to: SnapshotId,
    { expected, only = () => true }: { expected: SnapshotId; only?: (path: string) => boolean },
  ): Promise<NotRolledBack | undefined> {
    return this.#inTurn(async () => {
      const looked = await this.#lookAhead(to, expected, only);
      if (!looked.ok) return looked;
      await dropRef(this.#place, looked.now.ref);
      return undefined;
    });
  }

  /** Of all runs of the plan, oldest first. */
  list(): Promise<Snapshot[]> {
    return listSnapshots(this.#place, this.#plan);
  }

  /** Removes the snapshots of a run. Their space is free once the store is tidied up. */
  forget(run: string = this.#run): Promise<void> {
    return forgetSnapshots(this.#place, this.#plan, run);
  }

  async #take(name: SnapshotName): Promise<Taken> {
    const { id, unseen } = await this.#recorder.record(name);
    this.#newest = { id, leftOut: notes(unseen) };
    return this.#newest;
  }

  /** How the files are now, and what would be written; its record of them stays if nothing is in the way. */
  async #lookAhead(
    to: SnapshotId,
    expected: SnapshotId,
    only: (path: string) => boolean,
  ): Promise<NotRolledBack | { ok: true; plan: RollbackPlan; now: Recorded }> {
    const trees = await readable(this.#reader, to, expected);
    if (trees instanceof Damaged) return damaged(trees.message);
    this.#newest = undefined;
    const now = await this.#recorder.record("before rollback");
    const { plan, obstacles } = prepareRollback(this.#place, { ...trees, now, only });
    if (obstacles.size === 0) return { ok: true, plan, now };
    await dropRef(this.#place, now.ref);
    const ours = (await this.list()).filter(({ run }) => run === this.#run);
    return refused(await explainObstacles(this.#reader, obstacles, expected, ours));
  }

  async #restored(reader: Reader, plan: RollbackPlan, now: Recorded, contents: Contents): Promise<RolledBack> {
    const { written, removed, left, ignored } = await carryOutRollback(this.#place, plan, now, contents);
    const after = await this.#recorder.record("after rollback", ignored);
    for (const [path, entry] of plan.write) {
      const isThere = left.has(path) || isSameEntry(after.entries.get(path), entry);
      if (!isThere) left.set(path, "it was changed again at once");
    }
    const changes = await changesBetween(reader, now.id, after.id);
    const touched = new Set([...written, ...removed].map(textOf));
    const done = changes.filter(({ path }) => touched.has(path));
    return { ok: true, changes: done, left: notes(left), before: now.id, after: after.id };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => {});
    return mine;
  }
}

async function readable(reader: Reader, to: SnapshotId, expected: SnapshotId) {
  try {
    return { to: await reader.entries(to), expected: await reader.entries(expected) };
  } catch (error) {
    if (error instanceof Damaged) return error;
    throw error;
  }
}

function damaged(because: string, conflicts: Conflict[] = []): NotRolledBack {
  return { ok: false, kind: "damaged", message: `${because} Nothing was touched.`, conflicts };
}

function refused(conflicts: Conflict[]): NotRolledBack {
  const [count, them] = conflicts.length === 1 ? ["One file is", "it"] : [`${conflicts.length} files are`, "them"];
  const message = `${count} in the way, so nothing was touched. Restore ${them}, or roll back the later steps first.`;
  return { ok: false, kind: "changed_since", message, conflicts };
}

function notes(reasons: ReadonlyMap<PathBytes, string>): Noted[] {
  return inOrder(reasons).map(([path, because]) => ({ path: textOf(path), because }));
}
