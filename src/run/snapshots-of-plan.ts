import type { Desk } from "../desk/desk.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import type { Snapshot, SnapshotId, SnapshotName } from "./snapshot.ts";

/** The snapshots before and after a step, and which files of the difference are its own. */
export interface StepSpan {
  before: SnapshotId;
  after: SnapshotId;
  paths: string[];
  /** Times between the two in which it waited. */
  during: Gap[];
}

/** Two snapshots between which no step ran: other processes, a person or a rollback made the difference. */
export interface Gap {
  from: SnapshotId;
  to: SnapshotId;
  /** Steps that may have made the difference all the same: they were broken off, or rolled back. */
  excused: StepId[];
  /** A rollback of this plan made the difference. */
  isRollback?: true;
}

/** The snapshots of a plan's runs, as its journal has them. */
export interface PlanSnapshots {
  /** The tree before the first run. */
  before?: SnapshotId;
  /** The newest tree that the journal accounts for. */
  last?: SnapshotId;
  steps: Map<StepId, StepSpan>;
  /** Steps that started and have no snapshot after them, each with the snapshots before its first and last attempt. */
  begun: Map<StepId, { first: SnapshotId; last: SnapshotId; attempts: number }>;
  gaps: Gap[];
}

/**
 * Reads them out of the journal. `listed` are all snapshots in the store: a process that takes a run over takes one, and
 * so does a rollback.
 */
export async function snapshotsOfPlan(desk: Desk, id: PlanId, listed: readonly Snapshot[]): Promise<PlanSnapshots> {
  const { records } = await desk.store.loadJournal(id);
  const happened = records.flatMap(({ at, events }) => (events as PlanEvent[]).map((event) => ({ at, event })));
  const history = new History(
    listed,
    happened.flatMap(({ at, event }) => (isTakeOver(event) ? at : [])),
  );
  for (const { at, event } of happened) history.apply(event, at);
  return history.found;
}

/** A process that starts a run or takes it over takes a snapshot before its first step. */
function isTakeOver({ type }: PlanEvent): boolean {
  return type === "run_started" || type === "lease_taken";
}

class History {
  readonly found: PlanSnapshots = { steps: new Map(), begun: new Map(), gaps: [] };
  readonly #listed: readonly Snapshot[];
  /** The time of each start and take-over, and how many of them were applied so far. */
  readonly #takeOvers: readonly string[];
  #applied = 0;

  constructor(listed: readonly Snapshot[], takeOvers: readonly string[]) {
    this.#listed = listed;
    this.#takeOvers = takeOvers;
  }

  apply(event: PlanEvent, at: string): void {
    const { found } = this;
    if (event.type === "run_started" && event.snapshot !== undefined) {
      if (found.steps.size > 0) this.#addGap(event.snapshot, []);
      else found.before = event.snapshot;
      found.last = event.snapshot;
    }
    if (isTakeOver(event)) this.#takeOver();
    else if (event.type === "step_updated") {
      // The changes of an attempt that was broken off are the step's, too.
      if (event.to === "in_progress" && found.last !== undefined) {
        const { first = found.last, attempts = 0 } = found.begun.get(event.step_id) ?? {};
        found.begun.set(event.step_id, { first, last: found.last, attempts: attempts + 1 });
      }
      this.#end(event);
    } else if (event.type === "rolled_back") this.#rollBack(event.steps, at);
  }

  /**
   * The snapshot may be dated after the start of the first step: only the next take-over limits its time. Snapshots are
   * dated in whole seconds: one of the same second is that of the next take-over.
   */
  #takeOver(): void {
    this.#applied += 1;
    const { last } = this.found;
    const until = this.#takeOvers[this.#applied]?.slice(0, "2026-01-01T00:00:00".length) ?? "9999";
    if (last === undefined) return;
    const newest = snapshotsAfter(last, until, this.#listed, ["before"]).at(-1);
    if (newest !== undefined) this.#addGap(newest.id, [...this.found.begun.keys()]);
  }

  #end({ step_id, result }: Extract<PlanEvent, { type: "step_updated" }>): void {
    const { found } = this;
    if (result?.snapshot === undefined) return;
    const earlier = found.steps.get(step_id);
    const gaps = (result.gaps ?? []).map(({ from, to, beside = [] }): Gap => ({ from, to, excused: beside }));
    found.gaps.push(...gaps);
    const { first: last = found.last, attempts = 1 } = found.begun.get(step_id) ?? {};
    // It began after what others had changed since the step before it.
    const began = attempts === 1 ? result.begun : undefined;
    const before = earlier?.before ?? began ?? gaps.find(({ from }) => from === last)?.to ?? last;
    const end = gaps.findIndex(({ to }) => to === before);
    const during = [...(earlier?.during ?? []), ...gaps.slice(end + 1)];
    const paths = [...new Set([...(earlier?.paths ?? []), ...(result.artifacts ?? []).map(({ path }) => path)])];
    if (before !== undefined) found.steps.set(step_id, { before, after: result.snapshot, paths, during });
    found.last = result.snapshot;
    found.begun.delete(step_id);
  }

  /** One that broke off and was repeated has several pairs of snapshots. */
  #rollBack(steps: readonly StepId[], at: string): void {
    const { found } = this;
    for (const step of steps) {
      found.steps.delete(step);
      found.begun.delete(step);
    }
    if (found.last === undefined) return;
    let previous: SnapshotName | undefined;
    for (const { id, name } of snapshotsAfter(found.last, at, this.#listed, AROUND_ROLLBACK)) {
      this.#addGap(id, steps, previous === "before rollback" && name === "after rollback");
      previous = name;
    }
  }

  #addGap(to: SnapshotId, excused: readonly StepId[], isRollback = false): void {
    const { last: from } = this.found;
    if (from !== undefined && from !== to)
      this.found.gaps.push({ from, to, excused: [...excused], ...(isRollback && { isRollback }) });
    this.found.last = to;
  }
}

const AROUND_ROLLBACK: readonly SnapshotName[] = ["before", "before rollback", "after rollback"];

/** Snapshots with these names that follow this one directly in its run, up to a time. */
function snapshotsAfter(
  id: SnapshotId,
  until: string,
  listed: readonly Snapshot[],
  names: readonly SnapshotName[],
): Snapshot[] {
  const start = listed.findIndex((snapshot) => snapshot.id === id);
  if (start < 0) return [];
  // Those of a step's waits come between any others.
  const later = listed.slice(start + 1).filter(({ name }) => name !== "waiting");
  const end = later.findIndex(({ run, name, at }) => run !== listed[start]?.run || !names.includes(name) || at > until);
  return end < 0 ? later : later.slice(0, end);
}
