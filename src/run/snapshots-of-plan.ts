import type { Desk } from "../desk/desk.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import type { Snapshot, SnapshotId, SnapshotName } from "./snapshot.ts";

/** Between which two trees a step's work lies, and which files of the difference are its own. */
export interface StepSpan {
  before: SnapshotId;
  after: SnapshotId;
  paths: string[];
}

/** Between two looks at the tree no step was at work: what changed there is somebody else's. */
export interface Gap {
  from: SnapshotId;
  to: SnapshotId;
  /** Steps whose own doing it may be all the same: they were broken off, or taken back. */
  excused: StepId[];
}

/** The trees of a plan's runs, as its journal has them. */
export interface PlanSnapshots {
  /** Before anything of it that still counts. */
  before?: SnapshotId;
  /** After the last step that ended. */
  last?: SnapshotId;
  steps: Map<StepId, StepSpan>;
  gaps: Gap[];
}

/**
 * Reads them out of the journal. `listed` are all snapshots that git knows of: where a run was left and taken up again,
 * the tree was looked at anew.
 */
export async function snapshotsOfPlan(desk: Desk, id: PlanId, listed: readonly Snapshot[]): Promise<PlanSnapshots> {
  const { records } = await desk.store.loadJournal(id);
  const happened = records.flatMap(({ at, events }) => (events as PlanEvent[]).map((event) => ({ at, event })));
  const history = new History(
    listed,
    happened.flatMap(({ at, event }) => (isTakingUp(event) ? at : [])),
  );
  for (const { at, event } of happened) history.hear(event, at);
  return history.found;
}

/** Whoever takes up a run looks at the tree before it goes on. */
function isTakingUp({ type }: PlanEvent): boolean {
  return type === "run_started" || type === "lease_taken";
}

class History {
  readonly found: PlanSnapshots = { steps: new Map(), gaps: [] };
  readonly #listed: readonly Snapshot[];
  /** Steps that have begun, and nobody looked after them; with the tree before. */
  readonly #begun = new Map<StepId, SnapshotId>();

  /** When somebody took it up, and how often that was so far. */
  readonly #takenUp: readonly string[];
  #times = 0;

  constructor(listed: readonly Snapshot[], takenUp: readonly string[]) {
    this.#listed = listed;
    this.#takenUp = takenUp;
  }

  hear(event: PlanEvent, at: string): void {
    const { found } = this;
    if (event.type === "run_started" && event.snapshot !== undefined) {
      if (found.steps.size > 0) this.#look(event.snapshot, []);
      else found.before = event.snapshot;
      found.last = event.snapshot;
    }
    if (isTakingUp(event)) this.#takeUp();
    else if (event.type === "step_updated") {
      // What an attempt did that was broken off is the step's, too.
      if (event.to === "in_progress" && found.last !== undefined && !this.#begun.has(event.step_id))
        this.#begun.set(event.step_id, found.last);
      this.#end(event);
    } else if (event.type === "rolled_back") {
      for (const step of event.steps) {
        found.steps.delete(step);
        this.#begun.delete(step);
      }
      if (found.last !== undefined) this.#look(lookedAt(found.last, at, this.#listed, LOOKS), event.steps);
    }
  }

  /** The look is taken while the first step is already on its way: only the next one to take it up limits its time. */
  #takeUp(): void {
    this.#times += 1;
    const { last } = this.found;
    const until = this.#takenUp[this.#times] ?? "9999";
    if (last !== undefined) this.#look(lookedAt(last, until, this.#listed, ["before"]), [...this.#begun.keys()]);
  }

  #end({ step_id, result }: Extract<PlanEvent, { type: "step_updated" }>): void {
    const { found } = this;
    if (result?.snapshot === undefined) return;
    const earlier = found.steps.get(step_id);
    const before = earlier?.before ?? this.#begun.get(step_id) ?? found.last;
    const paths = [...new Set([...(earlier?.paths ?? []), ...(result.artifacts ?? []).map(({ path }) => path)])];
    if (before !== undefined) found.steps.set(step_id, { before, after: result.snapshot, paths });
    found.last = result.snapshot;
    this.#begun.delete(step_id);
  }

  #look(to: SnapshotId, excused: StepId[]): void {
    const { last: from } = this.found;
    if (from !== undefined && from !== to) this.found.gaps.push({ from, to, excused });
    this.found.last = to;
  }
}

const LOOKS: readonly SnapshotName[] = ["before", "before rollback", "after rollback"];

/** The newest look at the tree between this one and the moment. */
function lookedAt(
  id: SnapshotId,
  until: string,
  listed: readonly Snapshot[],
  names: readonly SnapshotName[],
): SnapshotId {
  let index = listed.findIndex((snapshot) => snapshot.id === id);
  if (index < 0) return id;
  for (let next = listed[index + 1]; next !== undefined; next = listed[index + 1]) {
    if (next.run !== listed[index]?.run || !names.includes(next.name) || next.at > until) break;
    index += 1;
  }
  return listed[index]?.id ?? id;
}
